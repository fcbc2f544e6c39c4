// What Material leaves to do for readers who use a keyboard: a box that scrolls can be focused and so scrolled by key.

const SCROLLS = "pre > code, .formula, .diagram-drawing, .md-typeset__scrollwrap, .cell-output pre, .picture-rows"
const watched = new WeakSet()

const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = target
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) target.setAttribute("tabindex", "0")
    else target.removeAttribute("tabindex")
  }
})

function tidy() {
  for (const box of document.querySelectorAll(SCROLLS)) {
    if (watched.has(box)) continue
    watched.add(box)
    resized.observe(box)
  }
}

// Material wraps tables, and diagrams are drawn, long after the page has loaded.
new MutationObserver(tidy).observe(document.body, {
  childList: true,
  subtree: true,
})
tidy()
