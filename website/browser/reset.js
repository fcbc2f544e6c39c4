// The page's own code again.

import { restoreComments } from "./comments.js"
import { closeEditor } from "./editing.js"
import { isEdited, noteAllReset, noteChange, showResets } from "./edits.js"
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
  return followReset()
}

export function resetAll() {
  stopForReset()
  const edited = lesson.cells.filter((cell) => cell.edited || cell.editor)
  edited.forEach(restoreCell)
  edited[0]?.buttons.run.focus()
  return followReset()
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

// What the other edits, and the boxes that are left, say is computed again.
function followReset() {
  if (isEdited()) {
    showResets()
    return run(/** @type {Cell} */ (lesson.cells.find((cell) => cell.edited)), { quiet: true })
  }
  restorePage()
  const other = lesson.cells.findLast((cell) => cell.output) // those above it are answered for too
  return other && run(other, { quiet: true })
}

function restorePage() {
  noteAllReset()
  for (const place of knownPlaces()) show(place, undefined)
  for (const cell of lesson.cells) {
    closeEditor(cell)
    restoreComments(cell)
  }
  showResets()
}
