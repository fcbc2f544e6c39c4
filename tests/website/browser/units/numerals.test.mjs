import assert from "node:assert/strict"
import { test } from "node:test"

import { numeralAt, stepped, stepsOf } from "../../../../website/browser/numerals.js"

test("a numeral moves in its last digit and keeps its decimals", () => {
  assert.equal(stepped("0.5", 2), "0.7")
  assert.equal(stepped("0.95", 5), "1.00")
  assert.equal(stepped("9", 1), "10")
  assert.equal(stepped("0.10", -1), "0.09")
  assert.equal(stepped("3.", 1), "4.")
  assert.equal(stepped("12345678901234567.89", 1), "12345678901234567.90")
})

test("it passes zero, unless it stands behind a minus", () => {
  assert.equal(stepped("0.1", -3), "-0.2")
  assert.equal(stepped("-0.2", 3), "0.1")
  assert.equal(stepped("0.1", -3, true), "0.0")
})

test("what is no plain numeral does not move", () => {
  for (const text of ["1e-3", "0x10", "1_000", "", "w"]) assert.equal(stepped(text, 1), undefined)
})

test("a numeral is found from its first letter to just behind its last", () => {
  const line = "w = Value(0.5, -12)"
  const half = { start: 10, digits: "0.5", behindMinus: false }
  for (const place of [10, 11, 13]) assert.deepEqual(numeralAt(line, place), half)
  assert.equal(numeralAt(line, 9), undefined)
  assert.deepEqual(numeralAt(line, 17), { start: 15, digits: "-12", behindMinus: false })
})

test("a minus is a numeral's sign, unless an operand stands before it", () => {
  for (const line of ["-0.5", "f(-0.5", "a * -0.5", "b, -0.5"])
    assert.deepEqual(numeralAt(line, line.length), { start: line.length - 4, digits: "-0.5", behindMinus: false })
  for (const line of ["a-0.5", "f(x) - 0.5", "7 -0.5", "b[0]-0.5"])
    assert.equal(numeralAt(line, line.length)?.digits, "0.5")
  for (const line of ["a -0.5", "    -0.5"]) assert.equal(numeralAt(line, line.length)?.behindMinus, true)
})

test("digits of a name, or of 1e-3, are no numeral", () => {
  assert.equal(numeralAt("x1 = 2", 1), undefined)
  for (let place = 4; place <= 8; place++) assert.equal(numeralAt("h = 1e-3", place), undefined)
})

test("a drag is so many steps as it has six pixels", () => {
  assert.deepEqual([0, 2, 3, 6, 14, -9].map(stepsOf).map(Math.abs), [0, 0, 1, 1, 2, 1])
})
