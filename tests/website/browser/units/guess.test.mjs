import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"

import { keepGuess, keptGuess } from "../../../../website/browser/guess/store.js"
import { numberIn, verdictOn } from "../../../../website/browser/guess/verdict.js"
import { items, openLesson } from "./storage.mjs"

const question = { number: 1, asked: "w.grad" }
const verdict = (typed, answer) => verdictOn(numberIn(typed, false), answer, typed)

beforeEach(openLesson)

test("a number is read as people write it", () => {
  const cases = { 0.5: 0.5, "0,5": 0.5, ",5": 0.5, " - 7.6 ": -7.6, "+2": 2, "2e-3": 0.002, "12 %": 0.12, "1/4": 0.25 }
  for (const [typed, number] of Object.entries(cases)) assert.equal(numberIn(typed, false), number, typed)
  for (const minus of "-−–—‒﹣－") assert.equal(numberIn(`${minus}1/4`, false), -0.25, minus)
  for (const space of [" ", "\u00a0", "\u202f"]) assert.equal(numberIn(`43${space}021`, false), 43021)
})

test("a comma parts thousands where it does so in the language", () => {
  assert.equal(numberIn("1,328", true), 1328)
  assert.equal(numberIn("-43,021.5", true), -43021.5)
  assert.equal(numberIn("1,328", false), 1.328)
  assert.equal(numberIn("0,125", true), 0.125)
  assert.equal(numberIn("1,3", true), 1.3)
})

test("what is no number is none", () => {
  for (const typed of ["", "-", "two", "1/0", "1/2/3", "1..2", "1,2,3", "0x10", "Infinity", "%", "1%2"])
    assert.equal(numberIn(typed, false), undefined, typed)
})

test("a guess is right, close, or says where the answer lies", () => {
  assert.equal(verdict("-7.6", -7.6000000000000005), "right")
  assert.equal(verdict("1/3", 1 / 3), "right")
  assert.equal(verdict("0.3333", 1 / 3), "right")
  assert.equal(verdict("0", 0), "right")
  assert.equal(verdict("7", 7.6), "close")
  assert.equal(verdict("-8,3", -7.6), "close")
  assert.equal(verdict("8.4", 7.6), "too_large")
  assert.equal(verdict("6.8", 7.6), "too_small")
  assert.equal(verdict("0", 7.6), "too_small")
  assert.equal(verdict("1", 0), "too_large")
  assert.equal(verdict("-1", 0), "nearer")
  assert.equal(verdict("-9", -7.6), "nearer")
  assert.equal(verdict("-1", -7.6), "further")
  assert.equal(verdict("0", -7.6), "further")
  assert.equal(verdict("7.6", -7.6), "other_sign")
})

test("the digits that were typed are right where the answer rounds to them", () => {
  assert.equal(verdict("0.1", 0.06), "close")
  assert.equal(verdict("0,1", 0.04), "too_large")
  assert.equal(verdict("1", 0.5), "too_large", "twice as much")
  assert.equal(verdict("1", 0.6), "close")
  assert.equal(verdict("1/1", 0.6), "too_large")
  assert.equal(verdict("1e0", 0.6), "too_large")
  assert.equal(verdict("0", 0.3), "too_small")
})

test("a whole number is right as a whole", () => {
  assert.equal(verdict("43021", 43021), "right")
  assert.equal(verdict("43020", 43021), "close")
})

test("a guess is kept for its page and its question, until it is forgotten", () => {
  keepGuess(question, "-8")
  keepGuess({ number: 2, asked: "loss" }, null)
  assert.equal(keptGuess(question), "-8")
  assert.equal(keptGuess({ number: 2, asked: "loss" }), null)
  assert.equal(keptGuess({ number: 1, asked: "b.grad" }), undefined)
  globalThis.location = { pathname: "/other/" }
  assert.equal(keptGuess(question), undefined)
  globalThis.location = { pathname: "/lesson/" }
  keepGuess(question)
  assert.equal(keptGuess(question), undefined)
  keepGuess({ number: 2, asked: "loss" })
  assert.equal(items.size, 0)
})

test("what is no guess is none", () => {
  for (const entry of ['{"number":1,"asked":"w.grad","guess":3}', "null", "7", '{"number":"1"}']) {
    items.set("minigrad-guesses", `{"/lesson/":[${entry}]}`)
    assert.equal(keptGuess(question), undefined)
  }
})
