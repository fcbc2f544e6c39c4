// What a program drew, as elements of the page: its SVG, and the same in numbers as a table. The program may be the
// reader's own, or one that the reader was given: only shapes and words come in, and nothing that could load, link or
// run.

import { fill, find, html, SVG } from "./dom.js"
import { formatNumber } from "./manner.js"
import { showReadings } from "./readings.js"
import { words } from "./words.js"

/** @typedef {import("./types.d.ts").Picture} Picture */
/** @typedef {import("./types.d.ts").Drawn} Drawn */

const MOST = 5000 // shapes, or rows of the table: more freeze the page for seconds

const SHAPES = new Set("svg g title desc path line rect circle ellipse polyline polygon text tspan".split(" "))
const ATTRIBUTES = new Set(
  `viewBox width height role aria-label d x y x1 y1 x2 y2 dx dy cx cy r rx ry points transform fill fill-opacity
  fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin opacity
  font-family font-size font-weight text-anchor dominant-baseline data-series data-entry`.split(/\s+/),
)

/**
 * What a program drew: its drawing and its table. Nothing for what is no SVG; in place of a picture that is too large, a note that says so.
 *
 * @param {Drawn} answer
 * @returns {Picture | undefined}
 */
export function pictureOf({ svg, rows, sliders, readings }) {
  const size = Math.max(svg.match(/<[a-z]/gi)?.length ?? 0, rows.length)
  if (size > MOST) return tooLarge(size)
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement
  if (root.localName !== "svg" || root.namespaceURI !== SVG || root.querySelector("parsererror")) return undefined
  const safe = inert(root)
  return { drawing: safe, rows, sliders, readings, key: sliders?.key ?? keyOf(safe, rows) }
}

/** @param {number} size */
function tooLarge(size) {
  const text = fill(words.crowded, [formatNumber(size), formatNumber(MOST)])
  return { drawing: html("p", { className: "picture-note" }, text), rows: [], key: text }
}

export const DRAWING = "svg, .picture-note"

/**
 * Show a drawing and its table in a figure.
 *
 * @param {Element} figure
 * @param {Picture} picture
 */
export function draw(figure, { drawing, rows, readings }) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true))
  find(figure, DRAWING).replaceWith(copy)
  showReadings(figure, copy, readings)
  find(figure, "table").replaceWith(table(rows))
  find(figure, "details").hidden = !rows.length
}

/**
 * @param {Element} svg
 * @param {string[][]} rows
 */
export const keyOf = (svg, rows) => svg.outerHTML + JSON.stringify(rows)

/** @param {Element} element */
export function inert(element) {
  const copy = document.createElementNS(SVG, element.localName)
  // In one order, whoever wrote them: mkdocs-jupyter, which renders the labs, has an order of its own.
  for (const { name, value } of [...element.attributes].sort((first, second) => (first.name < second.name ? -1 : 1))) {
    const isInert = name === "aria-label" || !/url|\\/i.test(value)
    if (ATTRIBUTES.has(name) && isInert) copy.setAttribute(name, value)
  }
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(/** @type {Text} */ (child).data)
    else if (child instanceof Element && child.namespaceURI === SVG && SHAPES.has(child.localName))
      copy.append(inert(child))
  }
  return copy
}

/** @param {string[][]} rows */
function table(rows) {
  const headed = (/** @type {string} */ textContent, /** @type {string} */ scope) =>
    textContent ? html("th", { textContent, scope }) : html("td")
  const lines = rows.map((row, index) =>
    row.map((textContent, column) => {
      if (index === 0) return headed(textContent, "col")
      return column === 0 ? headed(textContent, "row") : html("td", { textContent })
    }),
  )
  return html("table", { className: "picture-table" }, ...lines.map((cells) => html("tr", {}, ...cells)))
}
