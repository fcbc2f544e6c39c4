// The pictures of a page: figures that show what a program drew. Curves can be read off; some pictures are moved.

import { html, SVG } from "./dom.js"
import { draw, DRAWING, inert, keyOf } from "./drawings.js"
import { showReadings } from "./readings.js"
import { begin, follow, publishedSliders } from "./sliders.js"

export { pictureOf } from "./drawings.js"

/** @typedef {import("./types.d.ts").Picture} Picture */

/** @type {Map<Element, Picture>} */
const pictures = new Map()

/**
 * The picture with which a figure of the page was published, wherever its sliders stand by now.
 *
 * @param {Element} figure
 */
export const publishedIn = (figure) => /** @type {Picture} */ (pictures.get(figure))

/**
 * @param {Element} figure
 * @returns {Picture}
 */
function shownIn(figure) {
  const rows = [...figure.querySelectorAll("tr")].map((row) => [...row.cells].map((cell) => cell.textContent))
  const drawing = /** @type {Element} */ (figure.querySelector(DRAWING))
  const sliders = publishedSliders(figure)
  const { readings } = /** @type {HTMLElement} */ (figure).dataset
  return { drawing, rows, sliders, readings, key: sliders?.key ?? keyOf(inert(drawing), rows) }
}

/**
 * A figure of its own, for a picture of the reader's.
 *
 * @param {Picture} picture
 * @param {string} summary
 */
export function figure(picture, summary) {
  const table = html("div", { className: "picture-rows" }, html("table"))
  const details = html("details", {}, html("summary", { textContent: summary }), table)
  const element = html("figure", { className: "picture" }, document.createElementNS(SVG, "svg"), details)
  put(element, picture)
  return element
}

/**
 * @param {Element} figure
 * @param {Picture} picture
 */
export function put(figure, picture) {
  draw(figure, picture)
  follow(figure, picture.sliders)
}

for (const figure of document.querySelectorAll("article .picture")) {
  const picture = shownIn(figure)
  pictures.set(figure, picture)
  showReadings(figure, /** @type {SVGSVGElement} */ (picture.drawing), picture.readings)
  begin(figure)
}
