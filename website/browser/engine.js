// The door to the one engine: Python in a Worker (web/engine-worker.js), with the very files of minigrad/ and
// claims/. Nothing is fetched before the first call.
//
//   await engine.call("module.function", {keyword: argument}, {onMessage, signal})
//       the function's result, both ways as JSON; numbers that JSON lacks come as "inf", "-inf", "nan".
//       What Python raises is thrown as an Error with Python's message, its `type` the exception's name.
//       A function that yields sends each item to onMessage, at once, and may be aborted between two of them; a number
//       is a pause of so many milliseconds.
//   engine.stop()   ends whatever runs, at once; calls under way throw an Error of type "Stopped"
//   engine.ready    whether Python is there
//   events          "progress", with {text, loaded, total}, while the engine is fetched; "ready"; "restarted", when the
//                   runtime broke: calls under way throw an Error of type "Broken", and the next call starts afresh

class Engine extends EventTarget {
  ready = false
  #worker = null
  #calls = new Map()
  #number = 0

  call(name, keywords = {}, { onMessage, signal } = {}) {
    this.#worker ??= this.#start()
    const worker = this.#worker
    const number = ++this.#number
    return new Promise((resolve, reject) => {
      this.#calls.set(number, { resolve, reject, onMessage })
      worker.postMessage({ number, name, keywords: JSON.stringify(keywords) })
      signal?.addEventListener("abort", () => worker.postMessage({ number, abort: true }))
    })
  }

  stop() {
    this.#end("Stopped", "stopped")
  }

  #start() {
    const worker = new Worker(new URL("./engine-worker.js", import.meta.url), { type: "module" })
    // The page names the version of the Python files, so that a cached one is never mixed with a newer page.
    worker.postMessage({ version: document.querySelector("meta[name=engine]")?.content ?? "" })
    worker.onmessage = ({ data }) => this.#receive(data)
    worker.onerror = (event) => {
      event.preventDefault()
      this.#broke(event.message)
    }
    return worker
  }

  #receive({ event, number, detail, message, result, error }) {
    if (event === "broken") return this.#broke(detail)
    if (event === "ready") this.ready = true
    if (event) return this.dispatchEvent(new CustomEvent(event, { detail }))
    const call = this.#calls.get(number)
    if (message !== undefined) return call?.onMessage?.(JSON.parse(message))
    this.#calls.delete(number)
    if (error) call?.reject(failure(error.type, error.message))
    else call?.resolve(JSON.parse(result))
  }

  #broke(message) {
    this.#end("Broken", message || "the engine broke")
    this.dispatchEvent(new Event("restarted"))
  }

  #end(type, message) {
    this.#worker?.terminate()
    this.#worker = null
    this.ready = false
    for (const { reject } of this.#calls.values()) reject(failure(type, message))
    this.#calls.clear()
  }
}

function failure(type, message) {
  return Object.assign(new Error(message), { type })
}

export const engine = new Engine()
