// The page's own code again.

import { closeEditor } from "./cell-editor.js"
import { restoreComments } from "./comments.js"
import { firstOfPage, isOfPage, noteAllReset, noteChange, showResets } from "./edits.js"
import { lesson } from "./lesson.js"
import { knownPlaces, show } from "./places.js"
import { run, stopForReset } from "./runs.js"
import { tell } from "./status.js"
import { resetTraining } from "./trainings.js"

/** @typedef {import("./types.d.ts").Cell} Cell */

/** @param {Cell} cell */
export function reset(cell) {
  stopForReset()
  restoreCell(cell)
  cell.buttons.run.focus()
  return followReset(isOfPage(cell))
}

export function resetAll() {
  stopForReset()
  const edited = lesson.cells.filter((cell) => cell.edited || cell.editor)
  edited.forEach(restoreCell)
  edited[0]?.buttons.run.focus()
  return followReset(edited.some(isOfPage))
}

/** @param {Cell} cell */
function restoreCell(cell) {
  closeEditor(cell)
  resetTraining(cell)
  cell.code.innerHTML = cell.markup
  cell.output?.remove()
  cell.output = undefined
  const { edited } = cell
  cell.edited = false
  if (edited) noteChange(cell)
  tell(cell, "")
}

/**
 * What the other edits, and the boxes that are left, say is computed again where the page has changed.
 *
 * @param {boolean} hasChanged by what was reset
 */
function followReset(hasChanged) {
  const edited = lesson.cells.find((cell) => cell.edited && isOfPage(cell))
  if (edited) showResets()
  else restorePage()
  const other = edited ?? lesson.cells.findLast(({ output }) => output) // those above it are answered for too
  if (other && (hasChanged || firstOfPage())) return run(other, { quiet: true })
}

function restorePage() {
  noteAllReset()
  for (const place of knownPlaces()) show(place, undefined)
  for (const cell of lesson.cells.filter(({ edited }) => !edited)) {
    closeEditor(cell)
    restoreComments(cell)
  }
  showResets()
}
