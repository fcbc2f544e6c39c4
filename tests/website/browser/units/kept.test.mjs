import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"

import { forgetOutdated, isAnyKept, keep, keptCode } from "../../../../website/browser/kept.js"
import { items, openLesson } from "./storage.mjs"

const edit = { number: 2, published: "w = 1", code: "w = 2" }
const changed = { number: 2, published: "v = 1" }
const kept = (...cells) => [...keptCode(cells).codes].map(([cell, code]) => [cell.number, code])
const outdated = (...cells) => keptCode(cells).outdated.map(({ code }) => code)

beforeEach(openLesson)

test("code is kept for its page and its cell", () => {
  keep([edit], [edit])
  assert.deepEqual(kept(edit), [[2, "w = 2"]])
  assert.deepEqual(outdated(edit), [])
  assert.ok(isAnyKept())
  globalThis.location = { pathname: "/other/" }
  assert.deepEqual(kept(edit), [])
  assert.ok(!isAnyKept())
})

test("what another page has kept stays when this one's is reset", () => {
  keep([edit], [edit])
  globalThis.location = { pathname: "/other/" }
  keep([edit], [edit])
  keep([edit], [])
  assert.deepEqual(kept(edit), [])
  globalThis.location = { pathname: "/lesson/" }
  assert.deepEqual(kept(edit), [[2, "w = 2"]])
})

test("code for a snippet that has changed since is not put elsewhere, and is not lost", () => {
  keep([edit], [edit])
  assert.deepEqual(kept(changed), [])
  assert.deepEqual(outdated(changed), ["w = 2"])
  keep([changed], [{ ...changed, code: "v = 3" }])
  assert.deepEqual(kept(changed), [[2, "v = 3"]])
  assert.deepEqual(outdated(changed), ["w = 2"])
  forgetOutdated([changed])
  assert.deepEqual(kept(changed), [[2, "v = 3"]])
  assert.deepEqual(outdated(changed), [])
})

test("a snippet that has moved is the same snippet; of two that are the same each keeps its own", () => {
  keep([edit], [edit])
  assert.deepEqual(kept({ ...edit, number: 3 }), [[3, "w = 2"]])
  const twin = { ...edit, number: 5, code: "w = 3" }
  keep([edit, twin], [twin, edit])
  assert.deepEqual(kept(edit, twin).sort(), [
    [2, "w = 2"],
    [5, "w = 3"],
  ])
})

test("what was kept before there were lists is read", () => {
  items.set("minigrad-code", '{"/lesson/": {"2": {"page": "w = 1", "code": "w = 2"}}}')
  assert.deepEqual(kept(edit), [[2, "w = 2"]])
})

test("a storage that is refused, full or nonsense keeps nothing and breaks nothing", () => {
  for (const nonsense of [
    "{",
    "null",
    "[]",
    "7",
    '{"/lesson/": {"2": 7}}',
    '{"/lesson/": [null]}',
    '{"/lesson/": 3}',
  ]) {
    items.set("minigrad-code", nonsense)
    assert.deepEqual(kept(edit), [])
    keep([edit], [edit])
    assert.deepEqual(kept(edit), [[2, "w = 2"]])
  }
  globalThis.localStorage.setItem = () => {
    throw new Error("full")
  }
  keep([edit], [edit])
  delete globalThis.localStorage
  keep([edit], [edit])
  assert.deepEqual(kept(edit), [])
})
