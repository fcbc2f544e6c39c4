// The engine's own thread: has Python started (python.js), then answers calls one after another.
// engine.js says what a call is. Python is called through the few lines at the end; no code of a lesson is here.

import { fetched } from "./fetched.js"
import { keepInside } from "./inside.js"
import { watchLoaded } from "./loaded.js"
import { startPython } from "./python.js"

const aborted = new Set()
/** @type {Map<number, string>} */
const said = new Map() // by the number of a call, what its function is told with its next step
let version = ""
let started
let queue = Promise.resolve()
/** @type {((done?: any) => void) | undefined} */
let wake

watchLoaded((detail) => postMessage({ event: "loaded", detail }))
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

const textOf = async (/** @type {URL} */ address) => (await fetched(address)).text()

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
/** @type {((done?: any) => void)[]} */
const tasks = []
channel.port1.onmessage = () => tasks.shift()?.()
/** @param {(done?: any) => void} resolve */
function nextTask(resolve) {
  tasks.push(resolve)
  channel.port2.postMessage(null)
}

async function start() {
  const onProgress = (/** @type {object} */ detail) => postMessage({ event: "progress", detail })
  const pyodide = await startPython(version, onProgress)
  const python = pyodide.runPython(BRIDGE)
  keepInside(new URL("../", import.meta.url))
  postMessage({ event: "ready" })
  return python
}

// One function, call(name, keywords, post) -> JSON of {result}, {error} or, for each item of a generator, {message};
// call("", "") asks the generator for its next item, and tells it what was `said`. What takes a `post` says by it, at once,
// what cannot wait for that.
const BRIDGE = `
import importlib, inspect, json, math, random, types

random.seed()  # a snapshot has that of the start it was made at

def call(name, keywords, post=None, said=None, read=None):
    global items
    try:
        if name:
            items = None
            module, function = name.rsplit(".", 1)
            function = getattr(importlib.import_module(module), function)
            keywords = json.loads(keywords)
            if "post" in inspect.signature(function).parameters:
                keywords["post"] = lambda message: post(as_json(message))
            if "read" in inspect.signature(function).parameters:
                keywords["read"] = read
            result = function(**keywords)
            if not isinstance(result, types.GeneratorType):
                return as_json({"result": result})
            items = result
        try:
            return as_json({"message": items.send(said)})
        except StopIteration as end:
            return as_json({"result": end.value})
    except BaseException as error:
        return json.dumps({"error": {"type": type(error).__name__, "message": str(error)}})

def as_json(what):
    try:
        return json.dumps(what, allow_nan=False)
    except ValueError:
        return json.dumps(spelt(what))

def spelt(thing):
    if isinstance(thing, float) and not math.isfinite(thing):
        return str(thing)
    if isinstance(thing, dict):
        return {key: spelt(value) for key, value in thing.items()}
    return [spelt(value) for value in thing] if isinstance(thing, (list, tuple)) else thing

items = None
call
`
