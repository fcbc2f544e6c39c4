// A numeral of a snippet that is dragged: the page is computed with it at each step.

import { noteEdit } from "./edits.js"
import { stepped, stepsOf } from "./numerals.js"
import { run } from "./runs.js"

/** @typedef {import("./types.d.ts").Cell} Cell */

/** @type {Record<string, number>} */
const KEYS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }
/** @type {WeakMap<HTMLElement, string>} the numerals in hand, with what they were when they were taken */
const grips = new WeakMap()

/**
 * @param {Cell} cell
 * @param {HTMLElement} numeral
 * @param {number} distance
 */
export function drag(cell, numeral, distance) {
  if (!grips.has(numeral)) grip(cell, numeral)
  put(cell, numeral, stepsOf(distance), grips.get(numeral))
}

/** @param {HTMLElement} numeral */
export function release(numeral) {
  grips.delete(numeral)
  numeral.classList.remove("cell-dragged")
}

/**
 * @param {Cell} cell
 * @param {HTMLElement} numeral
 */
function grip(cell, numeral) {
  grips.set(numeral, numeral.textContent)
  numeral.classList.add("cell-dragged")
  numeral.tabIndex = -1
  numeral.focus({ preventScroll: true })
  numeral.onkeydown = (event) => {
    const steps = KEYS[event.key]
    if (!steps) return
    event.preventDefault()
    put(cell, numeral, steps)
  }
}

/**
 * @param {Cell} cell
 * @param {HTMLElement} numeral
 * @param {number} steps
 * @param {string | null} [from]
 */
function put(cell, numeral, steps, from = numeral.textContent) {
  const text = stepped(from ?? "", steps, numeral.previousSibling?.textContent?.endsWith("-"))
  if (!text || text === numeral.textContent) return
  numeral.textContent = text
  noteEdit(cell)
  run(cell, { quiet: true })
}
