// The pictures of a page: figures that show what a program drew, and those of them that their reader moves.

import { html, SVG } from "./dom.js"
import { draw, DRAWING, inert, keyOf } from "./drawings.js"
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
  return { drawing, rows, sliders, key: sliders?.key ?? keyOf(inert(drawing), rows) }
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

document.querySelectorAll("article .picture").forEach(begin)
