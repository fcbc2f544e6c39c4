// The button that copies a snippet. Material would add its own while the page is loading, and measure the whole page
// after each; these come when the browser has nothing else to do. What a press does is Material's.

import { html, writtenData } from "./dom.js"
import { whenIdle } from "./when-idle.js"

const { "clipboard.copy": title } = writtenData("__config").translations
/** @type {NodeListOf<HTMLElement>} */
const snippets = document.querySelectorAll("pre > code")
const waiting = [...snippets].filter((code) => !code.closest(".no-copy, .diagram"))

function add() {
  for (const code of waiting.splice(0, 4)) {
    const snippet = String(number++)
    code.parentElement?.setAttribute("data-snippet", snippet)
    const button = html("button", { className: "md-code__button", title })
    // No id: Material gives its own to a snippet when that is first seen.
    Object.assign(button.dataset, { mdType: "copy", clipboardTarget: `[data-snippet="${snippet}"] > code` })
    // Material's style is for a nav; it is no landmark.
    const buttons = html("nav", { className: "md-code__nav", role: "none" }, button)
    code.before(buttons)
  }
  if (waiting.length) whenIdle(add)
}

let number = 0
whenIdle(add)
