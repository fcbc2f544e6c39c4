// What the sandbox asks Python, one question after another; of those that wait only the newest matters. The engine is
// fetched with the first.
//
// question   an expression and a number for each of its variables; `at`: where the player is to stand
// turn       a preset begins another: what was asked before it is not answered any more

import { once } from "../once.js"

/** @typedef {import("../types.d.ts").SandboxAnswer} SandboxAnswer */
/** @typedef {typeof import("../engine.js").engine} Engine */
/** @typedef {{ text: string, variables: Record<string, number>, at?: number }} Question */
/** @typedef {{ loaded: number, total: number }} Progress */
/**
 * @typedef {object} Listener
 * @property {(answer: SandboxAnswer, at: number | undefined) => void} answered
 * @property {(busy: boolean) => void} busy whether anything is asked
 * @property {(isThere: boolean) => void} late an answer is; whether Python is there
 * @property {(progress: Progress) => void} loading
 * @property {() => void} done all is answered
 * @property {(type: string | undefined) => void} failed nothing where nobody waits for the answer
 */

const LATE = 300 // ms

export class Questions {
  /** @type {Question | undefined} */
  #wanted
  /** @type {Engine | undefined} */
  #engine
  #isBusy = false
  end = Promise.resolve(true) // when nothing is asked any more: whether all that was asked has been answered
  #turn = 0
  #listener
  #fetchEngine

  /**
   * @param {Listener} listener
   * @param {() => Promise<Engine>} fetchEngine
   */
  constructor(listener, fetchEngine) {
    this.#listener = listener
    this.#fetchEngine = once(async () => {
      this.#engine = await fetchEngine()
      this.#engine.addEventListener("progress", (event) => {
        if (this.#isBusy) listener.loading(/** @type {CustomEvent<Progress>} */ (event).detail)
      })
      return this.#engine
    })
  }

  // Whether Python is neither there nor asked for.
  get isCold() {
    return !this.#engine?.ready && !this.#isBusy
  }

  /** @param {Question} question */
  ask(question) {
    this.#wanted = question
    this.again()
  }

  // What could not be answered.
  again() {
    if (!this.#isBusy) this.end = this.#answerAll()
  }

  drop() {
    this.#wanted = undefined
    this.#turn += 1
  }

  async #answerAll() {
    this.#isBusy = true
    this.#listener.busy(true)
    try {
      while (this.#wanted) await this.#answer(this.#wanted)
      this.#listener.done()
    } catch (failure) {
      // Without a type it is the browser's own: engine.js has not come.
      const { type = "Unfetched" } = /** @type {any} */ (failure)
      this.#listener.failed(this.#wanted && type)
    }
    this.#isBusy = false
    this.#listener.busy(false)
    return !this.#wanted
  }

  /** @param {Question} question */
  async #answer(question) {
    const { text, variables, at } = question
    const turn = this.#turn
    this.#wanted = undefined
    const late = setTimeout(() => turn === this.#turn && this.#listener.late(Boolean(this.#engine?.ready)), LATE)
    try {
      const engine = await this.#fetchEngine()
      const answer = await engine.call("website.shared.sandbox.sandbox", { text, variables })
      if (turn === this.#turn) this.#listener.answered(answer, at)
    } catch (failure) {
      if (turn === this.#turn) this.#wanted ??= question
      // Stop was pressed at a snippet of the page, which ended Python for all: it is asked again.
      if (/** @type {any} */ (failure).type !== "Stopped") throw failure
    } finally {
      clearTimeout(late)
    }
  }
}
