// The editor of a cell, bundled by the build (website/build/engine.py) and fetched when a reader first edits one.
// Its colours are the site's: the highlighter only names what each token is.
import { defaultKeymap, history, historyKeymap, indentLess } from "@codemirror/commands"
import { python } from "@codemirror/lang-python"
import { ensureSyntaxTree, indentUnit, syntaxHighlighting } from "@codemirror/language"
import { EditorState, StateEffect, StateField, Transaction } from "@codemirror/state"
import { Decoration, EditorView, keymap } from "@codemirror/view"
import { classHighlighter } from "@lezer/highlight"

const INDENT = "    "
const PIXELS = 6 // for one step of a numeral's last digit
const setMarks = StateEffect.define()
const marks = StateField.define({
  create: () => Decoration.none,
  update(set, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value
    return set.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

// `on`: run() for Shift+Enter; changed() after an edit of the reader's; numeral(text, by, before) for Alt+Up, Alt+Down and
// dragging with Alt.
export function edit(parent, text, label, on) {
  // The numeral at a place of the text, and one some steps further put there.
  const numeralAt = ({ state }, place) => {
    const { from, text } = state.doc.lineAt(place)
    for (const { index, 0: digits } of text.matchAll(/(?<![\w.])\d+(?:\.\d*)?(?![\w.])/g)) {
      if (from + index <= place && place <= from + index + digits.length)
        return { start: from + index, digits, before: text[index - 1] }
    }
  }
  const put = (view, { start, digits, before }, by, length = digits.length) => {
    const insert = on.numeral(digits, by, before)
    if (!insert || insert === view.state.sliceDoc(start, start + length)) return length
    const changes = { from: start, to: start + length, insert }
    view.dispatch({ changes, selection: { anchor: start + insert.length }, userEvent: "input.scrub" })
    return insert.length
  }
  const scrub = (by) => (view) => {
    const found = numeralAt(view, view.state.selection.main.head)
    if (found) put(view, found, by)
    return Boolean(found)
  }
  // With Alt held, a numeral is dragged as it is in a snippet that is not being edited.
  const drag = (event, view) => {
    const place = event.altKey && !event.button ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null
    const found = place === null ? undefined : numeralAt(view, place)
    if (!found) return false
    let { length } = found.digits
    const moved = (move) => (length = put(view, found, Math.round((move.clientX - event.clientX) / PIXELS), length))
    addEventListener("mousemove", moved)
    addEventListener("mouseup", () => removeEventListener("mousemove", moved), { once: true })
    event.preventDefault()
    return true
  }
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        marks,
        EditorView.domEventHandlers({ mousedown: drag }),
        keymap.of([
          { key: "Shift-Enter", run: () => (on.run(), true) },
          { key: "Alt-ArrowUp", run: scrub(1) },
          { key: "Alt-ArrowDown", run: scrub(-1) },
          { key: "Escape", run: () => (on.leave(), true) }, // Tab indents, so there is another way out
          { key: "Tab", run: (view) => (view.dispatch(view.state.replaceSelection(INDENT)), true), shift: indentLess },
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        indentUnit.of(INDENT),
        python(),
        syntaxHighlighting(classHighlighter),
        EditorView.contentAttributes.of({ "aria-label": label }),
        EditorView.updateListener.of((update) => {
          const mine = update.transactions.every((one) => one.isUserEvent("page"))
          const followed = ["input.scrub", "undo", "redo"] // of the latter two, what is undone may be a scrub
          const of = (one) => followed.some((event) => one.isUserEvent(event))
          if (update.docChanged && !mine) on.changed(update.transactions.some(of))
        }),
      ],
    }),
  })
  const show = (marked) => {
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
    // None of its comments that hold a number is computed any more.
    lose() {
      const lost = []
      ensureSyntaxTree(view.state, view.state.doc.length)?.iterate({
        enter({ name, from, to }) {
          if (name === "Comment" && /\d/.test(view.state.sliceDoc(from, to))) lost.push({ from, to, name: "live-lost" })
        },
      })
      show(lost)
    },
    // The place of an offset of the text on the screen, and back: for the mouse.
    put: (offset) => view.dispatch({ selection: { anchor: Math.min(offset, view.state.doc.length) } }),
  }
}
