import assert from "node:assert/strict"
import { test } from "node:test"

const asked = []
globalThis.fetch = async (file) => asked.push(file instanceof Request ? file.url : `${file}`)
globalThis.XMLHttpRequest = class {
  open(_method, address) {
    asked.push(`${address}`)
  }
}
const { confineTo } = await import("../../../../website/browser/confinement.js")
confineTo(new URL("https://here.example/course/"))

const HERE = "https://here.example/course/page.md"
const ELSEWHERE = "https://elsewhere.example/"
const refused = /elsewhere.example\/ is not fetched: code on this page may only ask this site/
const open = (address) => new globalThis.XMLHttpRequest().open("GET", address)

test("files of the site are fetched, by whatever names them", () => {
  for (const file of [HERE, new URL(HERE), new Request(HERE), "page.md", "data:,1"]) fetch(file)
  open("page.md")
  assert.deepEqual(asked.splice(0), [HERE, HERE, HERE, HERE, "data:,1", HERE])
})

test("others are not", async () => {
  for (const file of [ELSEWHERE, new URL(ELSEWHERE), new Request(ELSEWHERE), "//elsewhere.example/"]) {
    await assert.rejects(async () => fetch(file), refused)
    assert.throws(() => open(file instanceof Request ? file.url : file), refused)
  }
  assert.deepEqual(asked, [])
})

test("what says two things is fetched by what was looked at", async () => {
  const names = [ELSEWHERE, HERE]
  const twofold = { toString: () => names.pop() }
  fetch(twofold)
  const disguised = { url: HERE, toString: () => ELSEWHERE }
  await assert.rejects(async () => fetch(disguised), refused)
  const request = Object.assign(new Request(HERE), { toString: () => ELSEWHERE })
  assert.throws(() => open(request), refused)
  assert.deepEqual(asked.splice(0), [HERE])
})

test("nor does it help to change what the fence is made of", async () => {
  const { apply } = Function.prototype
  const { startsWith } = String.prototype
  Function.prototype.apply = String.prototype.startsWith = () => true
  await assert.rejects(async () => fetch(ELSEWHERE), refused)
  Object.assign(Function.prototype, { apply })
  Object.assign(String.prototype, { startsWith })
  assert.deepEqual(asked, [])
})
