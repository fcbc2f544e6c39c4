import assert from "node:assert/strict"
import { test } from "node:test"

import { Questions } from "../../../../website/browser/sandbox/questions.js"

const engine = { addEventListener() {}, call: async () => "an answer" }

test("where the engine does not come the reader hears it, and may ask again", async () => {
  const heard = []
  const listener = { busy() {}, late() {}, loading() {}, done() {} }
  listener.failed = (type) => heard.push(type)
  listener.answered = (answer) => heard.push(answer)
  const arrivals = [Promise.reject(new TypeError("not loaded")), Promise.resolve(engine)]
  const questions = new Questions(listener, () => arrivals.shift())
  questions.ask({ text: "a", variables: {} })
  assert.equal(await questions.end, false)
  questions.again()
  assert.equal(await questions.end, true)
  assert.deepEqual(heard, ["Unfetched", "an answer"])
})
