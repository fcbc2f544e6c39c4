// The button that copies a snippet. Material would add its own while the page is loading, and measure the whole page
// after each; these come when the browser has nothing else to do. What a press does is Material's.

const { "clipboard.copy": title } = JSON.parse(document.getElementById("__config").textContent).translations
const waiting = [...document.querySelectorAll("pre > code")].filter((code) => !code.closest(".no-copy, .diagram"))
const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 50))

function add() {
  for (const code of waiting.splice(0, 4)) {
    const button = document.createElement("button")
    button.className = "md-code__button"
    button.title = title
    button.dataset.mdType = "copy"
    // No id: Material gives its own to a snippet when that is first seen.
    button.dataset.clipboardTarget = `[data-snippet="${(code.parentElement.dataset.snippet = number++)}"] > code`
    const buttons = document.createElement("nav") // Material's style is for this element; it is no landmark
    buttons.className = "md-code__nav"
    buttons.setAttribute("role", "none")
    buttons.append(button)
    code.before(buttons)
  }
  if (waiting.length) whenIdle(add)
}

let number = 0
whenIdle(add)
