// Draws the diagrams of a page when they come near the viewport. Until then mermaid is not fetched;
// without this script the source and the words beside it stay. What mermaid refuses is not drawn: its words are there.
//
// Material has a drawer of its own. It fetches mermaid from another host, and hides the
// drawing in a closed shadow root, where neither a style sheet nor a test can see it.

import { find, html } from "./dom.js"
import { once } from "./once.js"

/** @typedef {Element} Figure that holds a diagram */

const NEAR = "600px"
// @ts-ignore the build puts it there
const fetchLibrary = () => import("../vendor/mermaid/mermaid.esm.min.mjs")
// A page may have one diagram, which nothing asks for again: a network that fails for a moment costs it nothing.
const load = once(async () => {
  const { default: library } = await fetchLibrary().catch(fetchLibrary)
  library.initialize({
    startOnLoad: false,
    maxTextSize: Infinity, // of a longer one mermaid draws a notice; by its edges it refuses what is too large
    theme: "base",
    fontFamily: "var(--md-text-font-family)",
    flowchart: { useMaxWidth: false, nodeSpacing: 28, rankSpacing: 44, padding: 14 },
  })
  return library
})

// wanted    of a figure, the text that it should show where that is not the page's
// queue     mermaid draws one diagram at a time, in the order in which they were asked for
// drawings  how many it has begun: each has a name of its own, since two of one diagram stand in the page for a moment
const wanted = new WeakMap()
let queue = Promise.resolve()
let drawings = 0
/** @param {Figure} figure */
const enqueue = (figure) => (queue = queue.then(() => draw(figure)))

/** @param {Figure} figure */
async function draw(figure) {
  const text = wanted.get(figure)
  const source = find(figure, ".diagram-source")
  /** @type {HTMLElement} */
  const box = figure.querySelector(".diagram-drawing") ?? html("div", { className: "diagram-drawing" })
  source.before(box)
  try {
    const svg = await drawingOf(text ?? /** @type {string} */ (source.textContent), box)
    keepingView(figure, () => show(figure, box, svg))
  } catch {
    box.replaceChildren()
    // The source beside it is the page's: of another text it would not be true.
    keepingView(figure, () => figure.classList.toggle("drawn", text !== undefined))
  }
}

/**
 * A drawing has another height than its source. Where that stands above the screen, what the reader sees stays in its
 * place; browsers see to it not all, and not always.
 *
 * @param {Figure} figure
 * @param {() => void} change
 */
function keepingView(figure, change) {
  const bottom = () => figure.getBoundingClientRect().bottom
  const before = bottom()
  change()
  if (before <= 0) scrollBy({ top: bottom() - before, behavior: "instant" })
}

/**
 * Measured inside the page, so that labels get the width that the style sheet gives them, and beside what stands there
 * until then: without that all below would jump up and back again, under a reader's press.
 *
 * @param {string} text
 * @param {HTMLElement} box
 * @returns {Promise<string>}
 */
async function drawingOf(text, box) {
  const scratch = html("div", { className: "diagram-scratch" })
  box.append(scratch)
  const { svg } = await (await load()).render(`diagram-${++drawings}`, text, scratch)
  return svg
}

/**
 * @param {Figure} figure
 * @param {HTMLElement} box
 * @param {string} svg
 */
function show(figure, box, svg) {
  box.innerHTML = svg
  colourGradients(figure)
  const drawing = /** @type {SVGSVGElement} */ (box.firstElementChild)
  box.style.setProperty("--width", `${drawing.viewBox.baseVal.width}px`)
  // One picture with a name: what it shows is read from the words beside it.
  drawing.setAttribute("role", "img")
  drawing.setAttribute("aria-label", /** @type {string} */ (figure.getAttribute("data-label")))
  drawing.removeAttribute("aria-roledescription")
  figure.classList.add("drawn")
}

/**
 * The line of a label that shows a gradient gets the colour of gradients.
 *
 * @param {Element} figure
 */
function colourGradients(figure) {
  for (const line of [...figure.querySelectorAll(".nodeLabel p")].flatMap((label) => [...label.childNodes])) {
    if (!line.textContent?.startsWith("grad ")) continue
    const span = html("span", { className: "gradient" })
    line.replaceWith(span)
    span.append(line)
  }
}

const begun = new WeakSet()

/** @param {string} rootMargin */
function watch(rootMargin) {
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        near.unobserve(target)
        if (begun.has(target)) continue
        begun.add(target)
        enqueue(target)
      }
    },
    { rootMargin },
  )
  for (const figure of document.querySelectorAll(".diagram")) near.observe(figure)
}

// A reader who scrolls is going to want the next diagram; who does not, only what is on the screen.
watch("0px")
addEventListener("scroll", () => watch(NEAR), { once: true, passive: true })

const waiting = new WeakMap()

/**
 * For a page that has come alive: draws another text in place of the page's, or without one the page's again. Where only
 * labels differ they are put in at once; the drawing, which takes longer than a frame, follows when nothing newer comes.
 *
 * @param {Element} figure
 * @param {string} [text]
 * @param {Record<string, string[]>} [labels]
 */
export function redraw(figure, text, labels) {
  begun.add(figure)
  wanted.set(figure, text)
  clearTimeout(waiting.get(figure))
  const put = labels !== undefined && Object.entries(labels).every(([name, lines]) => relabel(figure, name, lines))
  waiting.set(
    figure,
    setTimeout(() => enqueue(figure), put ? 250 : 0),
  )
}

/**
 * @param {Element} figure
 * @param {string} name
 * @param {string[]} lines
 */
function relabel(figure, name, lines) {
  const label = figure.querySelector(`.node[id*="flowchart-${name}-"] .nodeLabel p`)
  label?.replaceChildren(...lines.flatMap((line, index) => (index ? [html("br"), line] : [line])))
  const node = label?.closest(".node")
  if (node) colourGradients(node)
  return Boolean(label)
}
