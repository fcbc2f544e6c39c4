import assert from "node:assert/strict"
import { test } from "node:test"

import { once } from "../../../../website/browser/once.js"

test("what is asked for twice is made once", async () => {
  let times = 0
  const number = once(async () => (times += 1))
  assert.deepEqual(await Promise.all([number(), number()]), [1, 1])
  assert.equal(await number(), 1)
})

test("after a failure, which all who asked hear of, it is made anew", async () => {
  let times = 0
  const number = once(async () => {
    times += 1
    if (times === 1) throw new Error("first")
    return times
  })
  const both = await Promise.allSettled([number(), number()])
  assert.deepEqual(
    both.map(({ status }) => status),
    ["rejected", "rejected"],
  )
  assert.equal(await number(), 2)
})

test("those who asked first are answered first", async () => {
  const heard = []
  const made = once(() => new Promise((resolve) => setTimeout(resolve)))
  await Promise.all([1, 2, 3].map((each) => made().then(() => heard.push(each))))
  assert.deepEqual(heard, [1, 2, 3])
})
