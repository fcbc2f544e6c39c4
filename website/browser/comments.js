// Comments in code that say what a line comes to. In an editor they are put in only if the reader has not typed on.

import { lesson } from "./lesson.js"
import { unitsOf } from "./offsets.js"
import { COMMENTS, mark } from "./places.js"

/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {import("./types.d.ts").Run} Run */
/** @typedef {{comment: number, start: number, end: number, text?: string | null}} Comment as Python answers */

/** @param {Cell} cell as the page has it, before anything runs */
export function readComments(cell) {
  const spans = [...cell.code.querySelectorAll(COMMENTS)]
  for (const span of spans) span.classList.toggle("computed", /\d/.test(span.textContent ?? ""))
  cell.comments = spans.map((span) => span.textContent ?? "")
  cell.markup = cell.code.innerHTML
}

/**
 * @param {Cell} cell
 * @param {Comment[]} comments
 * @param {Run} run
 */
export function showComments(cell, comments, run) {
  if (comments.length) run.followed.add(cell)
  if (cell.editor) showInEditor(cell, comments, run)
  else showInPage(cell, comments, run)
}

/**
 * @param {Cell} cell
 * @param {Comment[]} comments
 * @param {Run} run
 */
function showInPage(cell, comments, run) {
  const spans = cell.code.querySelectorAll(COMMENTS)
  for (const { comment, text } of comments) {
    const span = spans[comment]
    if (!span) continue
    const current = text ?? (cell.edited ? span.textContent : cell.comments[comment])
    if (span.textContent !== current) span.textContent = current
    mark(span, markOf(cell, comment, current, text, run))
  }
}

/**
 * @param {Cell} cell
 * @param {Comment[]} comments
 * @param {Run} run
 */
function showInEditor(cell, comments, run) {
  const { editor } = cell
  const sent = run.texts[cell.number]
  if (!editor || sent !== editor.text()) return
  const units = unitsOf(sent)
  /** @type {{ from: number, to: number, insert: string }[]} */
  const changes = []
  /** @type {import("./types.d.ts").Mark[]} */
  const marks = []
  let shift = 0
  for (const { comment, start, end, text } of comments) {
    const [from, to] = [units(start), units(end)]
    const current = text ?? sent.slice(from, to)
    const name = markOf(cell, comment, current, text, run)
    if (name) marks.push({ from: from + shift, to: from + shift + current.length, name })
    if (text) changes.push({ from, to, insert: text })
    shift += current.length - (to - from)
  }
  editor.follow(changes, marks)
}

/**
 * The class that marks a comment, counted for the run. In an edited cell a comment may have moved: it says something new
 * where no comment of the page says it.
 *
 * @param {Cell} cell
 * @param {number} comment
 * @param {string | null} current
 * @param {string | null | undefined} text
 * @param {Run} run
 */
function markOf(cell, comment, current, text, run) {
  if (text === null) run.counts.lost += 1
  if (text === null) return "live-lost"
  const published = cell.edited ? cell.comments : [cell.comments[comment]]
  if (published.includes(current ?? "")) return undefined
  run.counts.changed += 1
  return "live-changed"
}

/** @param {Cell} cell whose comments are to say what the page says */
export function restoreComments(cell) {
  cell.code.querySelectorAll(COMMENTS).forEach((span, index) => {
    span.textContent = cell.comments[index]
    mark(span)
  })
}

/**
 * An edited cell whose comments a whole run did not speak of: none that holds a number is computed any more.
 *
 * @param {Run} run
 */
export function loseComments(run) {
  for (const cell of lesson.cells) if (!run.followed.has(cell)) cell.editor?.mark("live-lost")
}
