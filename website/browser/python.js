// Python as a browser starts it: Pyodide, with the Python files of the site. The first start keeps a snapshot
// (snapshot.js), and later ones go on from there.

import { fetchOrThrow } from "./fetch-or-throw.js"
import { openSnapshots } from "./snapshot.js"

const PYODIDE = new URL("../vendor/pyodide/", import.meta.url).href

// The modules whose functions the page calls, and the bridge that calls them. The engine is noted before code of a page
// can change it.
const IMPORTS = `
from website.shared import bridge, live, nudges, sandbox
live.restore_the_engine()
`

/** @typedef {Record<string, string>} Files their texts by path */

/**
 * @param {string} version
 * @param {(detail: { loaded: number, total: number }) => void} onProgress is told of bytes
 */
export async function startPython(version, onProgress) {
  const list = new URL(`../vendor/python/files.json?${version}`, import.meta.url)
  const { files, bytes } = await (await fetchOrThrow(list)).json()
  const fetchFile = () => countedFetch(bytes, onProgress)
  const snapshots = await openSnapshots(new URL(`../vendor/python/snapshot?${version}`, import.meta.url).href)
  const pyodide = snapshots ? await goOn(snapshots, files, fetchFile) : await load({}, fetchFile())
  writeInto(pyodide, files)
  return pyodide
}

/**
 * @param {import("./snapshot.js").Snapshots} snapshots
 * @param {Files} files
 * @param {() => typeof globalThis.fetch} fetchFile
 */
async function goOn(snapshots, files, fetchFile) {
  const kept = await snapshots.read()
  if (kept) {
    try {
      return await load({ _loadSnapshot: kept }, fetchFile())
    } catch {
      // Either Pyodide refuses this snapshot, and the next replaces it; or a file does not arrive, and the start below
      // fails too.
    }
  }
  const fetchTwice = answeredTwice(fetchFile())
  // A Python that gives a snapshot has not all of JavaScript at hand, so the page has another, made from the snapshot.
  const first = await load({ _makeSnapshot: true }, fetchTwice)
  writeInto(first, files)
  first.runPython(IMPORTS)
  const snapshot = first.makeMemorySnapshot()
  snapshots.replace(snapshot)
  return load({ _loadSnapshot: snapshot }, fetchTwice)
}

/**
 * @param {any} pyodide
 * @param {Files} files
 */
function writeInto(pyodide, files) {
  for (const [path, text] of Object.entries(files)) {
    const full = `/home/pyodide/${path}`
    pyodide.FS.mkdirTree(full.slice(0, full.lastIndexOf("/")))
    pyodide.FS.writeFile(full, text)
  }
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
        const instance = instantiate.apply(WebAssembly, what)
        instance.catch(reject)
        return instance
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
 * @param {(detail: { loaded: number, total: number }) => void} onProgress
 * @returns {typeof globalThis.fetch}
 */
function countedFetch(total, onProgress) {
  const { fetch } = globalThis
  let loaded = 0
  return async (...request) => {
    const response = await fetch(...request)
    if (!response.ok || !response.body) return response
    const counter = new TransformStream({
      transform(chunk, controller) {
        onProgress({ loaded: (loaded += chunk.byteLength), total })
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
