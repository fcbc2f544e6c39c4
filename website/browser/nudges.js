// The gradient check as a picture: a dot for each leaf, and a slider for the size of the nudge. Every number and every
// position was computed by website/shared/nudges.py when the site was built.

import { fill, find, html, svg } from "./dom.js"
import { prepare, readJson } from "./elements.js"
import { withRetry } from "./retry.js"

/**
 * What website/shared/nudges.py says of a leaf, and of a size of the nudge.
 *
 * @typedef {{ name: string, right: number, up: number, agrees: boolean,
 *   backward: string, measured: string, difference: string }} Dot
 * @typedef {{ h: string, largest: string, dots: Dot[] }} Nudge
 */

const FIRST = "1e-05"
const SIDE = 200
const place = find(document, ".nudges")
const [{ nudges: words }, pictures] = await withRetry(place, fetchAll)

/** @returns {Promise<[any, Nudge[]]>} */
function fetchAll() {
  return Promise.all([prepare(), readJson("./nudges.json")])
}

const drawing = svg("svg", { viewBox: `-12 -8 ${SIDE + 24} ${SIDE + 30}`, role: "img", "aria-label": words.drawing })
const slider = html("input", { type: "range", id: "nudge-size", min: 0, max: pictures.length - 1 })
const summary = html("p", { className: "nudges-said", role: "status" })
const rows = html("tbody")
const heads = [words.leaf, "backward()", words.measured, words.difference].map((text) =>
  html("th", { scope: "col" }, text),
)
const table = html("table", {}, html("thead", {}, html("tr", {}, ...heads)), rows)

place.replaceChildren(
  drawing,
  html("p", {}, html("label", { htmlFor: slider.id }, words.size), slider),
  summary,
  html("details", {}, html("summary", {}, words.in_table), table),
)

/**
 * @param {string} kind
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 */
function line(kind, x1, y1, x2, y2) {
  return svg("line", { class: kind, x1, y1, x2, y2 })
}

/** @param {Dot} dot */
function dot({ name, right, up, agrees }) {
  const [x, y] = [right * SIDE, (1 - up) * SIDE]
  return svg(
    "g",
    { class: agrees ? "agrees" : "differs" },
    svg("circle", { cx: x, cy: y, r: agrees ? 4 : 5 }),
    svg("text", { x: x + 7, y: y + 4 }, name),
  )
}

function show() {
  const { h, largest, dots } = pictures[slider.valueAsNumber]
  drawing.replaceChildren(
    svg("rect", { class: "frame", width: SIDE, height: SIDE }),
    line("axis", SIDE / 2, 0, SIDE / 2, SIDE),
    line("axis", 0, SIDE / 2, SIDE, SIDE / 2),
    line("diagonal", 0, SIDE, SIDE, 0),
    svg("text", { class: "name", x: SIDE, y: SIDE + 14, "text-anchor": "end" }, "backward() →"),
    svg("text", { class: "name", x: 0, y: SIDE + 14 }, `↑ ${words.measured}`),
    ...dots.map(dot),
  )
  slider.setAttribute("aria-valuetext", `h = ${h}`)
  const said = fill(words.said, {
    h,
    largest,
    agreeing: dots.filter((each) => each.agrees).length,
    all: dots.length,
  })
  // A number such as 4.8e-10 is in an element of its own, so that no line ends at its minus.
  const parts = said.split(/(\S*e-\d+)/)
  summary.replaceChildren(
    ...parts.map((part, index) => (index % 2 ? html("span", { className: "unbroken" }, part) : part)),
  )
  const cells = (/** @type {Dot} */ { name, backward, measured, difference }) => [name, backward, measured, difference]
  rows.replaceChildren(...dots.map((each) => html("tr", {}, ...cells(each).map((text) => html("td", {}, text)))))
}

slider.value = String(pictures.findIndex(({ h }) => h === FIRST))
slider.oninput = show
show()
