import assert from "node:assert/strict"
import { test } from "node:test"

import { unitsOf } from "../../../../website/browser/offsets.js"

test("letters outside the first plane count once in Python and twice in an editor", () => {
  const code = "s = '😀'  # 1"
  const units = unitsOf(code)
  const comment = [...code].indexOf("#")
  assert.equal(comment, 9)
  assert.equal(code.slice(units(comment), units([...code].length)), "# 1")
})

test("elsewhere both count the same, to the end of the text and no further", () => {
  const units = unitsOf("naïve 𝑥")
  assert.deepEqual([0, 3, 6, 7, 99].map(units), [0, 3, 6, 8, 8])
})
