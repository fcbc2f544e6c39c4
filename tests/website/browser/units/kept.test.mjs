import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"

import { keep, keptCode } from "../../../../website/browser/kept.js"

const items = new Map()
const edit = { number: 2, published: "w = 1", code: "w = 2" }

beforeEach(() => {
  items.clear()
  globalThis.location = { pathname: "/lesson/" }
  globalThis.localStorage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  }
})

test("code is kept for its page and its cell", () => {
  keep([edit])
  assert.equal(keptCode(edit), "w = 2")
  assert.equal(keptCode({ ...edit, number: 3 }), undefined)
  globalThis.location = { pathname: "/other/" }
  assert.equal(keptCode(edit), undefined)
})

test("what another page has kept stays when this one's is reset", () => {
  keep([edit])
  globalThis.location = { pathname: "/other/" }
  keep([edit])
  keep([])
  assert.equal(keptCode(edit), undefined)
  globalThis.location = { pathname: "/lesson/" }
  assert.equal(keptCode(edit), "w = 2")
})

test("code for a snippet that has changed since is not put elsewhere", () => {
  keep([edit])
  assert.equal(keptCode({ number: 2, published: "v = 1" }), undefined)
})

test("a storage that is refused, full or nonsense keeps nothing and breaks nothing", () => {
  for (const nonsense of ["{", "null", "[]", "7", '{"/lesson/": {"2": 7}}', '{"/lesson/": null}']) {
    items.set("minigrad-code", nonsense)
    assert.equal(keptCode(edit), undefined)
    keep([edit])
    assert.equal(keptCode(edit), "w = 2")
  }
  globalThis.localStorage.setItem = () => {
    throw new Error("full")
  }
  keep([edit])
  delete globalThis.localStorage
  keep([edit])
  assert.equal(keptCode(edit), undefined)
})
