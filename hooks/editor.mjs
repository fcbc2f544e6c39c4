// The editor of a cell, bundled by the build (hooks/engine.py) and fetched when a reader first edits one.
// Its colours are the site's: the highlighter only names what each token is.
import { defaultKeymap, history, historyKeymap, indentLess } from "@codemirror/commands"
import { python } from "@codemirror/lang-python"
import { indentUnit, syntaxHighlighting } from "@codemirror/language"
import { EditorState, StateEffect, StateField, Transaction } from "@codemirror/state"
import { Decoration, EditorView, keymap } from "@codemirror/view"
import { classHighlighter } from "@lezer/highlight"

const INDENT = "    "
const setMarks = StateEffect.define()
const marks = StateField.define({
  create: () => Decoration.none,
  update(set, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value
    return set.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

// `on`: run() for Shift+Enter; changed() after an edit of the reader's; numeral(text, by) for Alt+Up and Alt+Down.
export function edit(parent, text, label, on) {
  const scrub = (by) => (view) => {
    const { head } = view.state.selection.main
    const { from, text } = view.state.doc.lineAt(head)
    const found = [...text.matchAll(/(?<![\w.])\d+(?:\.\d*)?(?![\w.])/g)].find(
      ({ index, 0: digits }) => from + index <= head && head <= from + index + digits.length,
    )
    const insert = found && on.numeral(found[0], by, text[found.index - 1])
    if (!insert) return false
    const start = from + found.index
    view.dispatch({
      changes: { from: start, to: start + found[0].length, insert },
      selection: { anchor: start + insert.length },
      userEvent: "input.scrub",
    })
    return true
  }
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        marks,
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
          if (update.docChanged && !mine) on.changed(update.transactions.some((one) => one.isUserEvent("input.scrub")))
        }),
      ],
    }),
  })
  return {
    text: () => view.state.doc.toString(),
    focus: () => view.focus(),
    close: () => view.destroy(),
    // What the page says now goes in without being an edit: it cannot be undone.
    follow(changes, marked) {
      view.dispatch({ changes, userEvent: "page", annotations: Transaction.addToHistory.of(false) })
      const ranges = marked.map(({ from, to, name }) => Decoration.mark({ class: name }).range(from, to))
      view.dispatch({ effects: setMarks.of(Decoration.set(ranges, true)), userEvent: "page" })
    },
    // The place of an offset of the text on the screen, and back: for the mouse.
    put: (offset) => view.dispatch({ selection: { anchor: Math.min(offset, view.state.doc.length) } }),
  }
}
