// The editor of a cell, bundled by the build (website/build/engine.py) and fetched when a reader first edits one.
// Its colours are the site's: the highlighter only names what each token is.
import { defaultKeymap, history, historyKeymap, indentLess } from "@codemirror/commands"
import { python } from "@codemirror/lang-python"
import { ensureSyntaxTree, indentUnit, syntaxHighlighting } from "@codemirror/language"
import { EditorState, StateEffect, StateField, Transaction } from "@codemirror/state"
import { Decoration, EditorView, keymap } from "@codemirror/view"
import { classHighlighter } from "@lezer/highlight"

import { followDrag, sideways } from "./drag.js"
import { numeralAt, stepped, stepsOf } from "./numerals.js"

/** @typedef {import("./types.d.ts").Mark} Mark */
/** @typedef {{ start: number, digits: string, behindMinus: boolean }} Numeral */

const INDENT = "    "
const STEPS = ["input.scrub", "undo", "redo"] // of the latter two, what is undone may be a step
/** @type {import("@codemirror/state").StateEffectType<import("@codemirror/view").DecorationSet>} */
const setMarks = StateEffect.define()
/** @type {StateField<import("@codemirror/view").DecorationSet>} */
const marks = StateField.define({
  create: () => Decoration.none,
  update(set, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value
    return set.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

/**
 * A numeral of the text and where it starts in it.
 *
 * @param {EditorView} view
 * @param {number} place
 */
function numeralIn({ state }, place) {
  const { from, text } = state.doc.lineAt(place)
  const numeral = numeralAt(text, place - from)
  return numeral && { ...numeral, start: from + numeral.start }
}

/**
 * Puts one some steps further in its place, which holds `length` letters; how many it holds then.
 *
 * @param {EditorView} view
 * @param {Numeral} numeral
 * @param {number} steps
 * @param {number} [length]
 */
function put(view, { start, digits, behindMinus }, steps, length = digits.length) {
  const insert = stepped(digits, steps, behindMinus)
  if (!insert || insert === view.state.sliceDoc(start, start + length)) return length
  const changes = { from: start, to: start + length, insert }
  view.dispatch({ changes, selection: { anchor: start + insert.length }, userEvent: "input.scrub" })
  return insert.length
}

/**
 * @param {number} steps
 * @returns {(view: EditorView) => boolean}
 */
const step = (steps) => (view) => {
  const numeral = numeralIn(view, view.state.selection.main.head)
  if (numeral) put(view, numeral, steps)
  return Boolean(numeral)
}

/**
 * With Alt held, a numeral is dragged as it is in a snippet that is not being edited.
 *
 * @param {PointerEvent} event
 * @param {EditorView} view
 */
function drag(event, view) {
  const place = event.altKey && !event.button ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null
  const numeral = place === null ? undefined : numeralIn(view, place)
  if (!numeral) return false
  let { length } = numeral.digits
  followDrag(
    event,
    sideways((distance) => (length = put(view, numeral, stepsOf(distance), length))),
  )
  return true
}

/**
 * @param {Element} parent
 * @param {string} text
 * @param {string} label
 * @param {{run(): void, leave(): void, changed(byStep: boolean): void}} on Shift+Enter; Escape; an edit of the reader's,
 *   which may have been a step of a numeral: Alt+Up, Alt+Down, or a drag with Alt
 * @returns {import("./types.d.ts").Editor}
 */
export function openEditor(parent, text, label, on) {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        marks,
        EditorView.domEventHandlers({ pointerdown: drag }),
        keymap.of([
          { key: "Shift-Enter", run: () => (on.run(), true) },
          { key: "Alt-ArrowUp", run: step(1) },
          { key: "Alt-ArrowDown", run: step(-1) },
          { key: "Escape", run: () => (on.leave(), true) }, // Tab indents, so there is another way out
          { key: "Tab", run: (view) => (view.dispatch(view.state.replaceSelection(INDENT)), true), shift: indentLess },
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        indentUnit.of(INDENT),
        python(),
        syntaxHighlighting(classHighlighter),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        EditorView.updateListener.of(({ docChanged, transactions }) => {
          if (!docChanged || transactions.every((one) => one.isUserEvent("page"))) return
          on.changed(transactions.some((one) => STEPS.some((name) => one.isUserEvent(name))))
        }),
      ],
    }),
  })
  const show = (/** @type {Mark[]} */ marked) => {
    const ranges = marked.map(({ from, to, name }) => Decoration.mark({ class: name }).range(from, to))
    view.dispatch({ effects: setMarks.of(Decoration.set(ranges, true)), userEvent: "page" })
  }
  return {
    text: () => view.state.doc.toString(),
    focus: () => view.focus(),
    close: () => view.destroy(),
    // What the page says now goes in without being an edit: it cannot be undone.
    follow(changes, marked) {
      view.dispatch({ changes, userEvent: "page", annotations: Transaction.addToHistory.of(false) })
      show(marked)
    },
    // Mark all of its comments that hold a number.
    mark(name) {
      /** @type {Mark[]} */
      const comments = []
      ensureSyntaxTree(view.state, view.state.doc.length)?.iterate({
        enter({ name: kind, from, to }) {
          if (kind === "Comment" && /\d/.test(view.state.sliceDoc(from, to))) comments.push({ from, to, name })
        },
      })
      show(comments)
    },
    // The place of an offset of the text on the screen, and back: for the mouse.
    put: (offset) => view.dispatch({ selection: { anchor: Math.min(offset, view.state.doc.length) } }),
  }
}
