import assert from "node:assert/strict"
import { test } from "node:test"

import { followDrag } from "../../../../website/browser/drag.js"

const page = new EventTarget()
globalThis.addEventListener = page.addEventListener.bind(page)
const pointer = (type, pointerId, clientX) =>
  Object.assign(new Event(type, { cancelable: true }), { pointerId, clientX, clientY: 0 })

test("a drag follows the finger that pressed, and no other", () => {
  const heard = []
  followDrag(
    pointer("pointerdown", 1, 100),
    (right) => heard.push(right),
    () => heard.push("ended"),
  )
  page.dispatchEvent(pointer("pointermove", 1, 110))
  page.dispatchEvent(pointer("pointermove", 2, 400))
  page.dispatchEvent(pointer("pointerup", 2, 400))
  page.dispatchEvent(pointer("pointermove", 1, 120))
  page.dispatchEvent(pointer("pointerup", 1, 120))
  page.dispatchEvent(pointer("pointermove", 1, 130))
  assert.deepEqual(heard, [10, 20, "ended"])
})
