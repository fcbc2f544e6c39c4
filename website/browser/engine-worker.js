// The engine's own thread: has Python started (python.js), then answers calls one after another.
// engine.js says what a call is.

import { confineTo } from "./confinement.js"
import { fetchOrThrow } from "./fetch-or-throw.js"
import { startPython } from "./python.js"
import { watchResources } from "./resources.js"

const aborted = new Set()
/** @type {Map<number, string>} */
const said = new Map() // by the number of a call, what its function is told with its next step
let version = ""
let started
let queue = Promise.resolve()
/** @type {((done?: any) => void) | undefined} */
let wake

watchResources((detail) => postMessage({ event: "loaded", detail }))
addEventListener("message", ({ data }) => {
  if (data.version !== undefined) version = data.version
  else if (data.abort) {
    aborted.add(data.number)
    wake?.() // a pause is over when somebody no longer waits for what comes after it
  } else if (data.say !== undefined) said.set(data.number, data.say)
  else queue = queue.then(() => answer(data))
})

/** @param {{ number: number, name: string, keywords: string }} call */
async function answer({ number, name, keywords }) {
  try {
    const python = await (started ??= start())
    const post = (/** @type {string} */ message) => postMessage({ number, message })
    let step = aborted.has(number) ? {} : JSON.parse(python(name, keywords, post, undefined, textAtOnce))
    while (step.message !== undefined && !aborted.has(number)) {
      const word = await between(number, step.message)
      step = JSON.parse(python("", "", undefined, word))
    }
    if (step.error) postMessage({ number, error: step.error })
    else postMessage({ number, result: JSON.stringify(step.result ?? null) })
    aborted.delete(number)
    said.delete(number)
  } catch (error) {
    // Python's own errors are caught in Python: what comes here is the runtime's end, or the end of fetching it.
    postMessage({ event: "failed", detail: String(/** @type {any} */ (error)?.message ?? error) })
  }
}

// What is done between two items of a generator, and what it is told then: what was said to it, or the file of the site
// that it asks for; nothing where that does not arrive.
/**
 * @param {number} number
 * @param {any} message
 */
async function between(number, message) {
  if (typeof message === "number") await new Promise((resume) => setTimeout((wake = resume), message))
  else if (message.fetch !== undefined) return textOf(new URL(message.fetch, import.meta.url)).catch(() => undefined)
  else {
    postMessage({ number, message: JSON.stringify(message) })
    await new Promise(nextTask)
  }
  const word = said.get(number)
  said.delete(number)
  return word
}

const textOf = async (/** @type {URL} */ address) => (await fetchOrThrow(address)).text()

/**
 * A file of the site, for Python in the middle of a statement, which cannot pause; nothing where it does not arrive.
 *
 * @param {string} address
 */
function textAtOnce(address) {
  const request = new XMLHttpRequest()
  request.open("GET", new URL(address, import.meta.url).href, false)
  try {
    request.send()
  } catch {
    return undefined
  }
  return request.status === 200 ? request.responseText : undefined
}

// Between two items of a generator, to let messages in. A timeout would wait 4 ms.
const channel = new MessageChannel()
/** @param {(done?: any) => void} resolve */
function nextTask(resolve) {
  channel.port1.onmessage = resolve
  channel.port2.postMessage(null)
}

async function start() {
  const onProgress = (/** @type {object} */ detail) => postMessage({ event: "progress", detail })
  const pyodide = await startPython(version, onProgress)
  const python = pyodide.runPython(BRIDGE)
  confineTo(new URL("../", import.meta.url))
  postMessage({ event: "ready" })
  return python
}

// website/shared/bridge.py. A snapshot has the state of chance that it was made with.
const BRIDGE = `
import random
from website.shared.bridge import call
random.seed()
call
`
