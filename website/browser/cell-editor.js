// A cell whose code is edited: its editor takes the place of the snippet.

import { find, html, unfold } from "./dom.js"
import { noteEdit, showResets } from "./edits.js"
import { once } from "./once.js"
import { run } from "./runs.js"
import { words } from "./words.js"

/** @typedef {import("./types.d.ts").Cell} Cell */

/** @type {() => Promise<typeof import("./editor.mjs")>} */
// @ts-ignore the build makes it of editor.mjs
const library = once(() => import("../vendor/editor/editor.js"))

/**
 * @param {Cell} cell
 * @param {{node: Node, offset: number}} [caret] where the reader has pressed into the code
 */
export async function edit(cell, caret) {
  if (!cell.editor) {
    const offset = caret && cell.code.contains(caret.node) ? lengthBefore(cell.code, caret) : 0
    if (!(await openEditor(cell))) return
    ;/** @type {Cell} */ (cell).editor?.put(offset)
  }
  cell.editor?.focus()
}

/**
 * Whether this has opened the editor: another press may have done so meanwhile.
 *
 * @param {Cell} cell
 * @param {string} [code] in place of what the cell has
 */
export async function openEditor(cell, code) {
  const { openEditor: open } = await library()
  if (cell.editor) return false
  const { element, bar, buttons } = cell
  const box = html("div", { className: "cell-editor" })
  const text = code ?? (cell.code.textContent ?? "").replace(/\n$/, "")
  const snippet = find(element, "pre")
  box.style.fontSize = getComputedStyle(cell.code).fontSize
  snippet.hidden = true
  unfold(element)
  element.insertBefore(box, bar)
  const editor = open(box, text, words.code, {
    run: () => void run(cell),
    leave: () => buttons.run.focus(),
    changed(byStep) {
      noteEdit(cell)
      if (byStep) run(cell, { quiet: true })
    },
  })
  cell.editor = editor
  buttons.edit.hidden = true
  showResets()
  if (code === undefined) editor.follow([], marksIn(cell.code))
  return true
}

/** @param {Cell} cell */
export function closeEditor(cell) {
  cell.editor?.close()
  cell.editor = undefined
  cell.element.querySelector(".cell-editor")?.remove()
  find(cell.element, "pre").hidden = false
  cell.buttons.edit.hidden = false
}

/**
 * The marks of a snippet's comments, as its editor knows them.
 *
 * @param {HTMLElement} code
 */
function marksIn(code) {
  return [...code.querySelectorAll(".live-changed, .live-lost")].map((span) => {
    const from = lengthBefore(code, { node: span, offset: 0 })
    return { from, to: from + span.textContent.length, name: span.matches(".live-lost") ? "live-lost" : "live-changed" }
  })
}

/**
 * @param {HTMLElement} code
 * @param {{node: Node, offset: number}} place
 */
function lengthBefore(code, { node, offset }) {
  const range = document.createRange()
  range.setStart(code, 0)
  range.setEnd(node, offset)
  return range.toString().length
}
