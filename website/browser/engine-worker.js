// The engine's own thread: fetches Pyodide and the Python files of the site, then answers calls one after another.
// engine.js says what a call is. Python is called through the few lines at the end; no code of a lesson is here.

import { keepInside } from "./inside.js"
import { watchLoaded } from "./loaded.js"
import { openSnapshots } from "./snapshot.js"

const PYODIDE = new URL("../vendor/pyodide/", import.meta.url).href
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
  const list = new URL(`../vendor/python/files.json?${version}`, import.meta.url)
  const { files, bytes } = await (await fetched(list)).json()
  const snapshots = await openSnapshots(new URL(`../vendor/python/snapshot?${version}`, import.meta.url).href)
  const pyodide = snapshots ? await goOn(snapshots, files, bytes) : await load({}, countedFetch(bytes))
  writeInto(pyodide, files)
  const python = pyodide.runPython(BRIDGE)
  keepInside(new URL("../", import.meta.url))
  postMessage({ event: "ready" })
  return python
}

/**
 * A Python that can be asked for a snapshot has not all of JavaScript at hand: it is asked for that, and left.
 *
 * @param {import("./snapshot.js").Snapshots} snapshots
 * @param {Record<string, string>} files
 * @param {number} bytes
 */
async function goOn(snapshots, files, bytes) {
  const kept = await snapshots.kept()
  if (kept) {
    try {
      return await load({ _loadSnapshot: kept }, countedFetch(bytes))
    } catch {
      await snapshots.forget() // it may be what was wrong
    }
  }
  const fetchTwice = answeredTwice(countedFetch(bytes))
  const first = await load({ _makeSnapshot: true }, fetchTwice)
  writeInto(first, files)
  first.runPython(IMPORTS)
  const snapshot = first.makeMemorySnapshot()
  snapshots.keep(snapshot)
  return load({ _loadSnapshot: snapshot }, fetchTwice)
}

/**
 * @param {any} pyodide
 * @param {Record<string, string>} files their texts by path
 */
function writeInto(pyodide, files) {
  for (const [path, text] of Object.entries(files)) {
    const full = `/home/pyodide/${path}`
    pyodide.FS.mkdirTree(full.slice(0, full.lastIndexOf("/")))
    pyodide.FS.writeFile(full, text)
  }
}

/** @param {URL} url */
async function fetched(url) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} ${response.url}`)
  return response
}

/**
 * Pyodide fetches its files by the fetch of this thread. Where its WebAssembly does not arrive whole it only warns, and waits
 * for ever: that is heard where WebAssembly is made.
 *
 * @param {object} begin what it has to do with a snapshot
 * @param {typeof globalThis.fetch} fetchFile
 */
async function load(begin, fetchFile) {
  // @ts-ignore the build puts it there
  const { loadPyodide } = await import("../vendor/pyodide/pyodide.mjs")
  const { fetch, WebAssembly } = globalThis
  const instantiate = WebAssembly.instantiateStreaming
  const options = { indexURL: PYODIDE, lockFileURL: `${PYODIDE}lock.json`, fullStdLib: false, ...begin }
  globalThis.fetch = fetchFile
  try {
    return await new Promise((resolve, reject) => {
      WebAssembly.instantiateStreaming = (...what) => {
        const made = instantiate.apply(WebAssembly, what)
        made.catch(reject)
        return made
      }
      loadPyodide(options).then(resolve, reject)
    })
  } finally {
    Object.assign(globalThis, { fetch })
    WebAssembly.instantiateStreaming = instantiate
  }
}

/**
 * Pyodide says nothing while it loads: what it fetches is counted on the way.
 *
 * @param {number} total
 * @returns {typeof globalThis.fetch}
 */
function countedFetch(total) {
  const { fetch } = globalThis
  let loaded = 0
  return async (...request) => {
    const response = await fetch(...request)
    if (!response.ok || !response.body) return response
    const counter = new TransformStream({
      transform(chunk, controller) {
        postMessage({ event: "progress", detail: { loaded: (loaded += chunk.byteLength), total } })
        controller.enqueue(chunk)
      },
    })
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(counter), { status, statusText, headers })
  }
}

/**
 * What two Pythons ask for is fetched once.
 *
 * @param {typeof globalThis.fetch} fetch
 * @returns {typeof globalThis.fetch}
 */
function answeredTwice(fetch) {
  /** @type {Map<string, Response>} */
  const answers = new Map()
  return async (file, how) => {
    const address = file instanceof Request ? file.url : `${file}`
    const answer = answers.get(address) ?? (await fetch(file, how))
    if (!answers.delete(address)) answers.set(address, answer.clone())
    return answer
  }
}

// What calls ask for, and the engine's own modules, which are noted as they are.
const IMPORTS = `
from website.shared import live, nudges, sandbox
live.restore_the_engine()
`

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
