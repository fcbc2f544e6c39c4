// The code that the reader left on an earlier visit comes back, in editors. Nothing of it has been computed yet: the page
// marks what depends on it, says so, and offers to run it or to forget it.

import { button, html } from "./dom.js"
import { openEditor } from "./editing.js"
import { noteEdit } from "./edits.js"
import { keptCode } from "./kept.js"
import { lesson } from "./lesson.js"
import { resetAll } from "./reset.js"
import { run } from "./runs.js"

export async function restoreEdits() {
  const kept = lesson.cells.map((cell) => ({ cell, code: keptCode(cell) })).filter(({ code }) => code !== undefined)
  // All at once: what is kept is always all of it.
  await Promise.all(kept.map(({ cell, code }) => openEditor(cell, code)))
  for (const { cell } of kept) cell.edited = true
  for (const { cell } of kept) noteEdit(cell)
  if (kept.length) addNotice(kept[0].cell)
}

/** @param {import("./types.d.ts").Cell} cell */
function addNotice(cell) {
  const { words } = lesson
  const notice = html("div", { className: "cell-notice", role: "status" })
  const press = (/** @type {() => void} */ deed) => () => {
    notice.remove()
    deed()
  }
  notice.append(
    html("span", {}, words.restored),
    button(
      "cell-run",
      words.run,
      press(() => run(cell)),
    ),
    button("cell-reset-all", words.reset_all, press(resetAll)),
  )
  document.querySelector("article h1")?.after(notice)
}
