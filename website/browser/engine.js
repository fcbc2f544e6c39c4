// The door to the one engine: Python in a Worker (engine-worker.js), with the very files of minigrad/ and claims/.
// Nothing is fetched before the first call.
//
//   await engine.call("module.function", {keyword: argument}, {onMessage, signal})
//       the function's result, both ways as JSON; numbers that JSON lacks come as "inf", "-inf", "nan".
//       What Python raises is thrown as an Error with Python's message, its `type` the exception's name.
//       A function that yields sends each item to onMessage, at once, and may be aborted between two of them; a number
//       is a pause of so many milliseconds, and {fetch: address} has it told that file of the site. By what onStart is
//       handed, it is told something else.
//   engine.stop()   ends whatever runs or is being fetched, at once
//   engine.ready    whether Python is there
//   events          "progress", with {loaded, total} in bytes, while Python is fetched; "ready"
//
// Where Python ends, every call under way throws an Error, and the next call starts Python afresh. Its type:
//   Stopped     by stop()
//   Unfetched   a file of Python did not arrive, or not whole
//   Deep        calls within calls have filled the browser's stack, which ends before Python's own limit
//   Broken      Python was there, and broke down
//   Unable      this browser has no WebAssembly

import { tellWorker } from "./resources.js"

/** @typedef {{ event?: string, number: number, detail?: any, message?: string, result: string, error?: Failure }} Message */
/** @typedef {{ type: string, message: string }} Failure */
/** @typedef {{ resolve: (result: any) => void, reject: (error: Error) => void, onMessage?: (item: any) => void }} Call */

// A thread whose script the page itself has made begins under the page's policy (website/build/policy.py): what runs in it
// cannot speak to other sites, whatever it does to JavaScript.
const SCRIPT = `import ${JSON.stringify(new URL("./engine-worker.js", import.meta.url))}`
const STARTING_POINT = URL.createObjectURL(new Blob([SCRIPT], { type: "text/javascript" }))
const IS_DEEP = /call stack|too much recursion/ // as browsers say it

class Engine extends EventTarget {
  ready = false
  /** @type {Worker | undefined} */
  #worker
  /** @type {Map<number, Call>} */
  #calls = new Map()
  #number = 0

  /**
   * @param {string} name
   * @param {object} [keywords]
   * @param {{ onMessage?: (item: any) => void, onStart?: (say: (word: string) => void) => void, signal?: AbortSignal }}
   *   [how]
   * @returns {Promise<any>}
   */
  call(name, keywords = {}, { onMessage, onStart, signal } = {}) {
    if (!globalThis.WebAssembly) return Promise.reject(failure("Unable", "no WebAssembly"))
    const worker = (this.#worker ??= this.#start())
    const number = ++this.#number
    return new Promise((resolve, reject) => {
      this.#calls.set(number, { resolve, reject, onMessage })
      worker.postMessage({ number, name, keywords: JSON.stringify(keywords) })
      onStart?.((say) => worker.postMessage({ number, say }))
      signal?.addEventListener("abort", () => worker.postMessage({ number, abort: true }))
    })
  }

  stop() {
    this.#end("Stopped", "stopped")
  }

  #start() {
    const worker = new Worker(STARTING_POINT, { type: "module" })
    // The page names the version of the Python files, so that a cached one is never mixed with a newer page.
    const version = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=engine]"))
    worker.postMessage({ version: version?.content ?? "" })
    worker.onmessage = ({ data }) => this.#receive(data)
    worker.onerror = (event) => {
      event.preventDefault()
      this.#fail(event.message)
    }
    return worker
  }

  /** @param {Message} message */
  #receive({ event, number, detail, message, result, error }) {
    if (event === "failed") return this.#fail(detail)
    if (event === "loaded") return tellWorker(detail)
    if (event === "ready") this.ready = true
    if (event) return this.dispatchEvent(new CustomEvent(event, { detail }))
    const call = this.#calls.get(number)
    if (message !== undefined) return call?.onMessage?.(JSON.parse(message))
    this.#calls.delete(number)
    if (error) call?.reject(failure(error.type, error.message))
    else call?.resolve(JSON.parse(result))
  }

  /**
   * A failure before Python is there is taken for a file that has not come.
   *
   * @param {string} [message]
   */
  #fail(message) {
    const type = IS_DEEP.test(message ?? "") ? "Deep" : "Broken"
    this.#end(this.ready ? type : "Unfetched", message || "the engine's thread failed")
  }

  /**
   * @param {string} type
   * @param {string} message
   */
  #end(type, message) {
    this.#worker?.terminate()
    this.#worker = undefined
    this.ready = false
    const calls = [...this.#calls.values()]
    this.#calls.clear()
    for (const { reject } of calls) reject(failure(type, message))
  }
}

/** @param {string} type */
export function failure(type, message = type) {
  return Object.assign(new Error(message), { type })
}

export const engine = new Engine()
