// A slider and a box for each variable of an expression.

import { fill, html } from "../dom.js"
import { labelsOf } from "./lookalikes.js"

const RANGE = 10 // of a slider, to either side
const FARTHEST = 1000 // that a slider reaches for a number beyond its range

/** @typedef {{ element: HTMLElement, code: HTMLElement, slider: HTMLInputElement, typed: HTMLInputElement }} Row */

export class Sliders {
  /** @type {Map<string, Row>} */
  #rows = new Map()
  /** @type {Record<string, number>} what the reader wants of each name ever typed: one that comes back finds it again */
  numbers = {}
  element = html("div", { className: "sandbox-variables" })

  /**
   * @param {Record<string, any>} words
   * @param {() => void} changed
   * @param {(complaint: string) => void} say
   */
  constructor(words, changed, say) {
    this.words = words
    this.changed = changed
    this.say = say
  }

  // The variables that have a slider, each with its number.
  get current() {
    return Object.fromEntries([...this.#rows.keys()].map((name) => [name, this.numbers[name]]))
  }

  get areValid() {
    return !this.element.querySelector("[aria-invalid=true]")
  }

  clear() {
    this.#rows.clear()
    this.element.replaceChildren()
  }

  /**
   * Those that stay are not made anew, so that dragging goes on. What the reader has set since the question holds.
   *
   * @param {Record<string, number>} answered
   */
  list(answered) {
    const names = Object.keys(answered)
    for (const [name, row] of this.#rows) if (!names.includes(name)) (row.element.remove(), this.#rows.delete(name))
    this.numbers = { ...answered, ...this.numbers }
    const labels = labelsOf(names)
    const elements = names.map((name, index) => {
      const row = this.#rows.get(name) ?? this.#add(name)
      row.slider.value = String(this.numbers[name])
      row.code.textContent = labels[index]
      if (document.activeElement !== row.typed) settle(row.typed, this.numbers[name])
      return row.element
    })
    if (elements.some((element, index) => this.element.children[index] !== element))
      this.element.replaceChildren(...elements)
  }

  /** @param {string} name */
  #add(name) {
    const row = newRow(name, fill(this.words.slider, { name }))
    const { slider, typed } = row
    scale(slider, this.numbers[name])
    slider.oninput = () => {
      settle(typed, slider.valueAsNumber)
      this.#set(name, slider.valueAsNumber)
    }
    typed.oninput = () => this.#take(name, row)
    typed.onchange = () => settle(typed, this.numbers[name])
    this.#rows.set(name, row)
    return row
  }

  /**
   * @param {string} name
   * @param {Row} row whose box was typed into
   */
  #take(name, { slider, typed }) {
    const number = typed.valueAsNumber
    typed.setAttribute("aria-invalid", String(!Number.isFinite(number)))
    if (Number.isFinite(number)) {
      scale(slider, number)
      this.#set(name, number)
    } else if (typed.validity.badInput) this.say(fill(this.words.no_number, { name, number: this.numbers[name] }))
  }

  /**
   * @param {string} name
   * @param {number} number
   */
  #set(name, number) {
    this.numbers = { ...this.numbers, [name]: number }
    this.changed()
  }
}

/**
 * @param {string} name
 * @param {string} label of the slider
 * @returns {Row}
 */
function newRow(name, label) {
  const code = html("code", { title: name }, name)
  const slider = html("input", { type: "range", step: 0.1, ariaLabel: label })
  const typed = html("input", { type: "number", step: "any", ariaLabel: name })
  return { element: html("div", { className: "sandbox-variable" }, code, slider, typed), code, slider, typed }
}

/**
 * The scale of a slider follows the number that was typed or came with a link; while it is dragged it stays.
 *
 * @param {HTMLInputElement} slider
 * @param {number} number
 */
function scale(slider, number) {
  const reach = Math.max(RANGE, Math.min(Math.abs(number), FARTHEST))
  slider.min = String(Math.min(-RANGE, Math.max(number, -reach)))
  slider.max = String(Math.max(RANGE, Math.min(number, reach)))
}

/**
 * A box that is left says what the graph has.
 *
 * @param {HTMLInputElement} typed
 * @param {number} number
 */
function settle(typed, number) {
  typed.value = String(number)
  typed.removeAttribute("aria-invalid")
}
