// The pictures of a page: figures that show what a program drew. Curves can be read off; some pictures are moved.

import { html, SVG } from "./dom.js"
import { draw, DRAWING, inert, keyOf } from "./drawings.js"
import { read } from "./readings.js"
import { begin, follow, published } from "./sliders.js"

export { pictureOf } from "./drawings.js"

/** @typedef {import("./types.d.ts").Picture} Picture */

/**
 * The picture that a figure of the page shows.
 *
 * @param {Element} figure
 * @returns {Picture}
 */
export function shownIn(figure) {
  const rows = [...figure.querySelectorAll("tr")].map((row) => [...row.cells].map((cell) => cell.textContent))
  const drawing = /** @type {Element} */ (figure.querySelector(DRAWING))
  const sliders = published(figure)
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
  const { drawing, readings } = shownIn(figure)
  read(figure, /** @type {SVGSVGElement} */ (drawing), readings)
  begin(figure)
}
