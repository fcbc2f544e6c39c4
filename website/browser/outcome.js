// What a cell's code came to, in a box under the cell.

import { html } from "./dom.js"
import { showResets } from "./edits.js"
import { lesson } from "./lesson.js"
import * as pictures from "./pictures.js"
import { mark, placeOf } from "./places.js"
import { noteSolved } from "./progress.js"
import { words } from "./words.js"

/** @typedef {import("./types.d.ts").Answer} Answer */
/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {import("./types.d.ts").Run} Run */

/**
 * @param {Cell} cell
 * @param {Answer} answer
 * @param {Run} run
 */
export function showOutcome(cell, answer, run) {
  const box = (cell.output ??= addBox(cell))
  const isOfThisCode = !box.matches(".live-pending, .live-lost")
  mark(box)
  if (answer.passed !== undefined) showVerdict(cell, box, answer, run)
  else {
    if (cell === run.cell) {
      run.answered = true
      if (answer.error || answer.capped) run.verdict = ""
    }
    // A run of another cell says nothing new of the answer, unless code has changed since.
    const keepsVerdict = cell !== run.cell && isOfThisCode && !answer.error
    const verdict = keepsVerdict ? box.querySelectorAll(".cell-verdict") : []
    box.replaceChildren(...outcomeOf(cell, answer), ...verdict)
  }
  box.hidden = !box.childElementCount
  showResets()
}

/**
 * The page's own box of what the snippet prints follows by itself.
 *
 * @param {Cell} cell
 */
export const publishedBox = ({ element: { nextElementSibling: next } }) => (next?.matches(".output") ? next : undefined)

/** @param {Cell} cell */
function addBox(cell) {
  const box = html("div", { className: "cell-output", role: "group", ariaLabel: words.result })
  ;(publishedBox(cell) ?? cell.element).after(box)
  return box
}

/**
 * @param {Cell} cell
 * @param {HTMLElement} box
 * @param {Answer} answer
 * @param {Run} run
 */
function showVerdict(cell, box, { passed, message, output }, run) {
  const verdict = passed ? words.yes : words.no
  if (output) box.append(line("cell-printed cell-verdict", output))
  box.append(line(`${passed ? "cell-yes" : "cell-no"} cell-verdict`, message ? `${verdict}: ${message}` : verdict))
  if (passed) {
    const starter = lesson.cells.findLast(({ role, number }) => role === "starter" && number <= cell.number)
    if (starter) noteSolved(starter.number)
  }
  run.verdict = verdict
}

/**
 * @param {Cell} cell
 * @param {Answer} answer
 */
function outcomeOf(cell, { printing, printed, value, picture, error, above, capped }) {
  const own = picture && !placeOf("picture", cell.number).element && pictures.pictureOf(picture)
  const text = printing ?? (publishedBox(cell) && !error && !capped ? "" : (printed ?? ""))
  return [
    text && line("cell-printed", text),
    capped && line("cell-no", words.capped),
    above && line("cell-no", words.above),
    error && line("cell-error", error),
    value && line("cell-value", value),
    own && pictures.figure(own, words.numbers),
  ].filter(Boolean)
}

/**
 * @param {string} className
 * @param {string} text
 */
const line = (className, text) => html("pre", { className }, text.replace(/\n$/, ""))
