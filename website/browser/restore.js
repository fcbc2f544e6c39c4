// The code that the reader left on an earlier visit comes back, in editors. Nothing of it has been computed yet: the page
// marks what depends on it, says so, and offers to run it or to forget it. Where a snippet is another one now, its reader
// is told, and has the code back at a press.

import { closeEditor, openEditor } from "./cell-editor.js"
import { forgetOutdated, keptCode } from "./code-store.js"
import { button, find, html } from "./dom.js"
import { noteEdit } from "./edits.js"
import { cellOf, lesson } from "./lesson.js"
import { resetAll } from "./reset.js"
import { withRetry } from "./retry.js"
import { run } from "./runs.js"
import { words } from "./words.js"

/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {import("./code-store.js").Entry} Entry */

export async function restoreEdits() {
  const { codes, outdated } = keptCode(lesson.cells)
  await putIn(codes)
  if (outdated.length) addNotice(words.outdated, outdatedCode(outdated), ...outdatedButtons(outdated))
  const [cell] = codes.keys()
  if (!cell) return
  const again = button("cell-run", words.run, () => run(cell))
  addNotice(words.restored, again, button("cell-reset-all", words.reset_all, resetAll))
}

/** @param {Map<Cell, string>} codes */
async function putIn(codes) {
  await Promise.all([...codes].map(([cell, code]) => openEditor(cell, code)))
  for (const cell of codes.keys()) noteEdit(cell)
}

/** @param {Entry[]} outdated */
function outdatedCode(outdated) {
  const codes = outdated.map(({ code }) => html("pre", {}, html("code", {}, code)))
  return html("details", {}, html("summary", {}, words.your_code), ...codes)
}

/** @param {Entry[]} outdated */
function outdatedButtons(outdated) {
  const { cells } = lesson
  const putBack = async () => {
    /** @type {Map<Cell, string>} */
    const codes = new Map()
    for (const { number, code } of outdated) {
      const cell = cellOf(number)
      if (cell) codes.set(cell, code)
    }
    for (const cell of codes.keys()) closeEditor(cell)
    await withRetry(find(document, "article"), () => putIn(codes))
    forgetOutdated(cells)
  }
  const hasCell = outdated.every(({ number }) => cellOf(number))
  return [
    ...(hasCell ? [button("cell-put-back", words.put_back, putBack)] : []),
    button("cell-forget", words.forget, () => forgetOutdated(cells)),
  ]
}

/**
 * A note above the page. A press of one of its buttons takes it away.
 *
 * @param {string} text
 * @param {...Element} parts
 */
function addNotice(text, ...parts) {
  const notice = html("div", { className: "cell-notice", role: "status" }, html("span", {}, text), ...parts)
  for (const part of parts) if (part.matches("button")) part.addEventListener("click", () => notice.remove())
  document.querySelector("article h1")?.after(notice)
}
