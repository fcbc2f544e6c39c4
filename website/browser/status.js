// What the bar under a cell says about a run.

import { button, fill, unfold } from "./dom.js"
import { cellOf } from "./lesson.js"
import { formatNumber } from "./manner.js"
import { numbersOf, trainingWords } from "./training-words.js"
import { words } from "./words.js"

/** @typedef {import("./types.d.ts").Cell} Cell */

/**
 * @param {Cell} cell
 * @param {string} text
 */
export function tell(cell, text) {
  cell.progress.hidden = true
  cell.status.removeAttribute("aria-busy")
  if (cell.status.textContent !== text) cell.status.textContent = text
}

const megabytes = (/** @type {number} */ bytes) => formatNumber((bytes / 1e6).toFixed(1))

/**
 * How much of Python has come. A screen reader hears of the bar, not of each number.
 *
 * @param {Cell} cell
 * @param {{loaded: number, total: number}} fetched
 */
export function tellProgress(cell, { loaded, total }) {
  const text = loaded < total ? fill(words.loading, [loaded, total].map(megabytes)) : words.starting
  tellBar(cell, text, { max: total, value: loaded, ariaLabel: words.python })
}

/**
 * @param {Cell} cell
 * @param {string} text
 * @param {object} bar
 */
function tellBar({ progress, status }, text, bar) {
  Object.assign(progress, { hidden: false, ...bar })
  status.setAttribute("aria-busy", "true")
  status.textContent = text
}

/**
 * How far a training has come.
 *
 * @param {Cell} cell
 * @param {import("./types.d.ts").Answer} news
 */
export function tellTraining(cell, news) {
  const text = fill(trainingWords[news.left === null ? "begun" : "running"], numbersOf(news))
  tellBar(cell, text, { max: news.steps, value: news.done, ariaLabel: trainingWords.label })
}

/**
 * @param {Cell} cell
 * @param {boolean} busy
 */
export function markBusy(cell, busy) {
  if (busy) tell(cell, words.running)
  cell.element.classList.toggle("cell-busy", busy)
  const focused = document.activeElement === cell.buttons[busy ? "run" : "stop"]
  cell.buttons.stop.hidden = !busy
  cell.buttons.run.hidden = busy
  if (focused) cell.buttons[busy ? "stop" : "run"].focus()
}

/**
 * What a run that has come to its end says in the bar.
 *
 * @param {import("./types.d.ts").Run} run
 */
export function tellEnd({ cell, quiet, counts: { changed, lost }, verdict, failure }) {
  const parts = [verdict ?? (quiet ? "" : words.done)]
  if (changed) parts.push(fill(words.changed, [changed]))
  if (lost) parts.push(fill(words.lost, [lost]))
  tell(cell, parts.filter(Boolean).join(" · "))
  if (failure) cell.status.append(" · ", linkTo(failure))
}

/**
 * Which edit is at fault for what is lost, a press away.
 *
 * @param {import("./types.d.ts").Answer} failure
 */
function linkTo({ failed, error }) {
  const culprit = cellOf(failed)
  const go = () => {
    unfold(culprit?.element)
    culprit?.element.scrollIntoView({ block: "center" })
  }
  return button("cell-fails", fill(words.fails, [error]), go)
}
