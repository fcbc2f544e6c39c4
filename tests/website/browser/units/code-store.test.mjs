import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"

import { forgetOutdated, hasKeptCode, keepCode, keptCode } from "../../../../website/browser/code-store.js"
import { items, openLesson } from "./storage.mjs"

const edit = { number: 2, published: "w = 1", code: "w = 2" }
const changed = { number: 2, published: "v = 1" }
const kept = (...cells) => [...keptCode(cells).codes].map(([cell, code]) => [cell.number, code])
const outdated = (...cells) => keptCode(cells).outdated.map(({ code }) => code)

beforeEach(openLesson)

test("code is kept for its page and its cell", () => {
  keepCode([edit], edit, edit.code)
  assert.deepEqual(kept(edit), [[2, "w = 2"]])
  assert.deepEqual(outdated(edit), [])
  assert.ok(hasKeptCode())
  globalThis.location = { pathname: "/other/" }
  assert.deepEqual(kept(edit), [])
  assert.ok(!hasKeptCode())
})

test("what another page has kept stays when this one's is reset", () => {
  keepCode([edit], edit, edit.code)
  globalThis.location = { pathname: "/other/" }
  keepCode([edit], edit, edit.code)
  keepCode([edit], edit)
  assert.deepEqual(kept(edit), [])
  globalThis.location = { pathname: "/lesson/" }
  assert.deepEqual(kept(edit), [[2, "w = 2"]])
})

test("two tabs keep what each has of other cells", () => {
  const other = { number: 3, published: "b = 1" }
  keepCode([edit, other], edit, "w = 2")
  keepCode([edit, other], other, "b = 2") // as a tab does that knows nothing of the first
  assert.deepEqual(kept(edit, other), [
    [2, "w = 2"],
    [3, "b = 2"],
  ])
  keepCode([edit, other], edit)
  assert.deepEqual(kept(edit, other), [[3, "b = 2"]])
})

test("code for a snippet that has changed since is not put elsewhere, and is not lost", () => {
  keepCode([edit], edit, edit.code)
  assert.deepEqual(kept(changed), [])
  assert.deepEqual(outdated(changed), ["w = 2"])
  keepCode([changed], changed, "v = 3")
  assert.deepEqual(kept(changed), [[2, "v = 3"]])
  assert.deepEqual(outdated(changed), ["w = 2"])
  forgetOutdated([changed])
  assert.deepEqual(kept(changed), [[2, "v = 3"]])
  assert.deepEqual(outdated(changed), [])
})

test("a snippet that has moved is the same snippet; of two that are the same each keeps its own", () => {
  keepCode([edit], edit, edit.code)
  assert.deepEqual(kept({ ...edit, number: 3 }), [[3, "w = 2"]])
  const twin = { ...edit, number: 5, code: "w = 3" }
  keepCode([edit, twin], twin, twin.code)
  assert.deepEqual(kept(edit, twin).sort(), [
    [2, "w = 2"],
    [5, "w = 3"],
  ])
})

test("of two snippets that were the same, the one that is left keeps what it has by now", () => {
  const twins = [2, 5].map((number) => ({ number, published: "w = 1" }))
  keepCode(twins, twins[0], "first")
  keepCode(twins, twins[1], "second")
  const [left] = twins
  keepCode([left, changed], left, "first, edited")
  assert.deepEqual(kept(left, changed), [[2, "first, edited"]])
  assert.deepEqual(outdated(left, changed), ["second"])
  forgetOutdated([left, changed])
  assert.deepEqual(kept(left, changed), [[2, "first, edited"]])
  assert.deepEqual(outdated(left, changed), [])
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
    keepCode([edit], edit, edit.code)
    assert.deepEqual(kept(edit), [[2, "w = 2"]])
  }
  globalThis.localStorage.setItem = () => {
    throw new Error("full")
  }
  keepCode([edit], edit, edit.code)
  delete globalThis.localStorage
  keepCode([edit], edit, edit.code)
  assert.deepEqual(kept(edit), [])
})
