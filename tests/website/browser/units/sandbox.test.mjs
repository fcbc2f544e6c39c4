import assert from "node:assert/strict"
import { test } from "node:test"

import { labelsOf } from "../../../../website/browser/sandbox/lookalikes.js"
import { hashOf, sharedIn } from "../../../../website/browser/sandbox/link.js"

test("a link holds what was shared", () => {
  const shared = { expression: "a + б#&=", at: 3, variables: { a: 2.5, б: -1e300 }, on: ["locals"] }
  assert.deepEqual(sharedIn(hashOf(shared)), shared)
})

test("a link of somebody's making holds numbers and nothing else", () => {
  assert.equal(sharedIn("#chapter"), undefined)
  const { variables, at, expression } = sharedIn(`#expression=${"a".repeat(9999)}&v=a=&v=b=1e999&v==2&v=c=3&at=x`)
  assert.deepEqual(variables, { c: 3 })
  assert.ok(Number.isNaN(at))
  assert.equal(expression.length, 2000)
})

test("names that look alike are told apart by the letters that are not Latin", () => {
  assert.deepEqual(labelsOf(["a", "\u0430", "b"]), ["a", "\u0430 U+0430", "b"])
  assert.deepEqual(labelsOf(["\u0430"]), ["\u0430"])
})
