// The bar under each snippet: Run, Edit, Reset, and Check under an exercise's starter. Shift+Enter runs a cell, a click
// into its code edits it, and a number in it can be dragged. All of that is the live part's work (live.js), which is
// fetched with the first press, or when a reader takes an interest in a snippet.

import { hasKeptCode } from "./code-store.js"
import { redraw } from "./diagrams.js"
import { button, find, html } from "./dom.js"
import { followDrag, sideways } from "./drag.js"
import { once } from "./once.js"
import { whenIdle } from "./when-idle.js"
import { words } from "./words.js"

/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {Awaited<ReturnType<typeof import("./live.js").bringAlive>>} Live */

// The live part. One promise for all, so that what is asked of it is done in the order in which it was asked.
export const alive = once(async () => (await import("./live.js")).bringAlive({ cells, redraw }))

/** @type {Cell[]} */
const cells = [...document.querySelectorAll("[data-cell]")].map((element) =>
  newCell(/** @type {HTMLElement} */ (element)),
)

/**
 * @param {HTMLElement} element
 * @returns {Cell}
 */
function newCell(element) {
  const code = find(element, "code")
  const bar = html("div", { className: "cell-bar" })
  const cell = /** @type {any} */ ({
    element,
    code,
    bar,
    number: Number(element.dataset.cell),
    role: element.dataset.role ?? "page",
    published: code.textContent,
    markup: code.innerHTML,
    comments: [],
    edited: false,
    progress: html("progress", { className: "cell-progress", hidden: true, ariaLabel: words.python }),
    status: html("span", { className: "cell-status", role: "status" }),
  })
  cell.buttons = buttonsOf(cell)
  bar.append(...Object.values(cell.buttons), cell.progress, cell.status)
  element.append(bar)
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || !event.shiftKey || event.defaultPrevented) return
    event.preventDefault()
    run(cell)
  })
  listen(cell)
  return cell
}

/** @param {Cell} cell */
function buttonsOf(cell) {
  const named = (/** @type {string} */ word, /** @type {() => void} */ deed, hidden = false) =>
    Object.assign(button(`cell-${word.replace("_", "-")}`, words[word], deed), { hidden })
  return {
    run: named("run", () => run(cell)),
    stop: named("stop", () => ask(cell, (live) => live.stop()), true),
    check: named("check", () => run(cell, { check: true }), cell.role !== "starter"),
    edit: named("edit", () => ask(cell, (live) => live.edit(cell))),
    reset: named("reset", () => ask(cell, (live) => live.reset(cell)), true),
    reset_all: named("reset_all", () => ask(cell, (live) => live.resetAll()), true),
  }
}

/**
 * @param {Cell} cell
 * @param {{check?: boolean}} [how]
 */
function run(cell, how) {
  cell.element.classList.add("cell-busy")
  ask(cell, (live) => live.run(cell, how))
}

/**
 * Where the live part, or what it needs, cannot be fetched, the cell says so.
 *
 * @param {Cell} cell
 * @param {(live: Live) => unknown} deed
 */
async function ask(cell, deed) {
  try {
    await deed(await alive())
  } catch (error) {
    cell.element.classList.remove("cell-busy")
    cell.status.textContent = words.unfetched
    throw error
  }
}

/**
 * Presses into code: on a number it may become a drag; what remains a click edits.
 *
 * @param {Cell} cell
 */
function listen(cell) {
  let isDrag = false
  cell.code.addEventListener("pointerdown", (event) => {
    isDrag = false
    const numeral = /** @type {HTMLElement} */ (event.target).closest(".mi, .mf")
    if (!(numeral instanceof HTMLElement) || event.button) return
    const moved = sideways((distance) => {
      if (!isDrag) getSelection()?.removeAllRanges()
      isDrag = true
      ask(cell, (live) => live.drag(cell, numeral, distance))
    })
    followDrag(event, moved, () => isDrag && ask(cell, (live) => live.release(numeral)))
  })
  cell.code.addEventListener("click", ({ clientX, clientY }) => {
    if (isDrag || !getSelection()?.isCollapsed) return
    const caret = caretAt(clientX, clientY)
    ask(cell, (live) => live.edit(cell, caret))
  })
}

/**
 * Where in a text a place on the screen is. WebKit has an older name for it.
 *
 * @param {number} x
 * @param {number} y
 */
function caretAt(x, y) {
  const caret = document.caretPositionFromPoint?.(x, y)
  if (caret) return { node: caret.offsetNode, offset: caret.offset }
  const range = document.caretRangeFromPoint?.(x, y)
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined
}

// Python is fetched before it is asked for where a reader turns to a snippet: points at it, presses it, reaches it by key.
// A page that only scrolls by under a pointer at rest does not count, and who saves data waits for the press.
const SIGNS = ["pointermove", "pointerdown", "focusin"]
const interest = new AbortController()
const watched = { signal: interest.signal, passive: true }

/** @param {Event} event */
function notice(event) {
  if (event instanceof PointerEvent && event.type === "pointermove" && !event.movementX && !event.movementY) return
  interest.abort()
  whenIdle(() =>
    alive().then(
      (live) => live.warm(),
      () => {},
    ),
  ) // a press says what is wrong
}

if (!(/** @type {any} */ (navigator).connection?.saveData)) {
  for (const { element } of cells) for (const sign of SIGNS) element.addEventListener(sign, notice, watched)
}

// Code that the reader has left here comes back.
if (hasKeptCode()) whenIdle(() => void alive().catch(() => {}))
