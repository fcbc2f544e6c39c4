// What Material leaves to do for readers who use a keyboard or a screen reader: a box that scrolls can
// be focused and so scrolled by key, and the buttons over a snippet are no landmark.

const SCROLLS = ".formula, .diagram-drawing, .md-typeset__scrollwrap, .cell-output pre, .picture-rows"
const watched = new WeakSet()

const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0
    else target.removeAttribute("tabindex")
  }
})

function tidy() {
  for (const buttons of document.querySelectorAll(".md-code__nav:not([role])")) buttons.setAttribute("role", "none")
  for (const box of document.querySelectorAll(SCROLLS)) {
    if (watched.has(box)) continue
    watched.add(box)
    resized.observe(box)
  }
}

// Material wraps tables and adds buttons, and diagrams are drawn, long after the page has loaded.
new MutationObserver(tidy).observe(document.querySelector("article"), { childList: true, subtree: true })
tidy()
