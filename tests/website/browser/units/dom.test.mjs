import assert from "node:assert/strict"
import { test } from "node:test"

import { fill } from "../../../../website/browser/dom.js"

test("a sentence takes its values by name or by place, and keeps what has none", () => {
  assert.equal(fill("{node} is {data}", { node: "w", data: 0 }), "w is 0")
  assert.equal(fill("{0} of {1} MB", ["7.8", "12.5"]), "7.8 of 12.5 MB")
  assert.equal(fill("{node} is {data}", { node: "w" }), "w is {data}")
})
