// A page that comes alive: the page and the reader's code are sent to Python (website/shared/live.py), and what that
// answers is shown. Here is drawn and wired; nothing is computed but the next numeral of one that is dragged.
//
// Fetched when a reader first takes an interest in a snippet (website/browser/cell.js). Words of this part:
//   cell       a snippet of the page that can be run
//   place      an element that shows something computed: a claim, an output, a diagram, a formula, a picture
//   published  what the build has written there, and what Reset brings back
//   edited     a cell whose code the reader has changed
//   run        one computation of the page; its answers say what the places show
//   pending    a place below code that has changed, of which Python has not answered yet
//   lost       a place of which nothing can be computed any more

import { edit } from "./cell-editor.js"
import { readComments } from "./comments.js"
import { lesson } from "./lesson.js"
import { diagramNumber } from "./places.js"
import { reset, resetAll } from "./reset.js"
import { restoreEdits } from "./restore.js"
import { run, stop, storyOf, warm } from "./runs.js"
import { watchScreen } from "./screen.js"
import { drag, release } from "./scrub.js"
import { beginTrainings } from "./trainings.js"

/** @param {import("./types.d.ts").Page} page what the page lends */
export async function bringAlive(page) {
  Object.assign(lesson, page)
  lesson.cells.forEach(readComments)
  watchScreen()
  beginTrainings(run)
  await restoreEdits()
  return {
    drag,
    edit,
    release,
    reset,
    resetAll,
    run,
    stop,
    warm,
    story: (/** @type {Element} */ figure) => storyOf(diagramNumber(figure)),
  }
}
