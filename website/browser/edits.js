// Which code of the page is the reader's: of cells that were edited, and of those whose editor is open.

import { keepCode } from "./code-store.js"
import { fill } from "./dom.js"
import { lesson } from "./lesson.js"
import { markPending } from "./places.js"

/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {import("./types.d.ts").Run} Run */

let edits = 0
/** @type {Map<Cell, number>} cells with their last edit that no finished run has computed */
const uncomputed = new Map()

/** @param {Cell} cell */
const codeOf = (cell) => cell.editor?.text() ?? cell.code.textContent ?? ""

const isOpen = (/** @type {Cell} */ cell) => Boolean(cell.edited || cell.editor)
const differs = (/** @type {Cell} */ cell) => codeOf(cell).trimEnd() !== cell.published.trimEnd()
const byNumber = (/** @type {Cell[]} */ cells) => Object.fromEntries(cells.map((cell) => [cell.number, codeOf(cell)]))

// The code of open cells, by number; of those, the code that the page does not have; the last edit that is in it.
export function codes() {
  const open = lesson.cells.filter(isOpen)
  return { texts: byNumber(open), edited: byNumber(open.filter(differs)), edit: edits }
}

/**
 * The reader has changed a cell's code: what it or a cell below shows is of other code now.
 *
 * @param {Cell} cell
 */
export function noteEdit(cell) {
  cell.edited = true
  noteChange(cell)
}

/**
 * A cell's code is another, by an edit or by its reset.
 *
 * @param {Cell} cell
 */
export function noteChange(cell) {
  uncomputed.set(cell, ++edits)
  countLines(cell)
  markUncomputed()
  showResets()
  keepCode(lesson.cells, cell, cell.edited && differs(cell) ? codeOf(cell) : undefined)
}

/**
 * How much code is folded away, where it is.
 *
 * @param {Cell} cell
 */
function countLines(cell) {
  /** @type {HTMLElement | null} */
  const count = cell.element.querySelector("summary > span")
  if (!count) return
  const { line = "", lines = "" } = count.dataset
  const number = codeOf(cell).trimEnd().split("\n").length
  count.textContent = fill(number === 1 ? line : lines, [number])
}

/** @param {Run} run that has computed the page to its end */
export function noteComputed(run) {
  for (const [cell, edit] of uncomputed) if (edit <= run.edit) uncomputed.delete(cell)
  markUncomputed()
}

// The page is not edited any more and says what it said; answers to exercises may be.
export function noteAllReset() {
  for (const cell of uncomputed.keys()) if (!cell.edited) uncomputed.delete(cell)
  markUncomputed()
}

// Of an answer to an exercise nothing of the page is made: its own box alone waits for it.
/** @param {Cell} cell */
export const isOfPage = ({ role }) => role === "page"

/** The first cell of the page with an edit that no finished run has computed. */
export const firstOfPage = () => lesson.cells.find((cell) => isOfPage(cell) && uncomputed.has(cell))

/** @param {Cell} cell */
export const isUncomputed = (cell) => uncomputed.has(cell) || cell.number > (firstOfPage()?.number ?? Infinity)

function markUncomputed() {
  const cells = lesson.cells.filter(isUncomputed)
  markPending(firstOfPage()?.element, cells)
  for (const { editor } of cells) editor?.mark("live-pending")
}

// Reset stands under what there is to reset; Reset all where that is more than one cell.
export function showResets() {
  const edited = lesson.cells.filter((cell) => cell.edited)
  for (const cell of lesson.cells) {
    cell.buttons.reset.hidden = !(isOpen(cell) || cell.output || cell.training?.isOther)
    cell.buttons.reset_all.hidden = !(cell.edited && edited.length > 1)
  }
}
