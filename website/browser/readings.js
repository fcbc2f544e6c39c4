// What is read off a picture of curves. Where the reader points, the nearest column is marked and says what each series
// has there; the entries of the legend switch series off and on. Python has computed each number and each place
// (minigrad/plot/readings.py): here they are looked up.
//
//   column    a place along the x axis, and what each series has there
//   overlay   what lies over the drawing: the line of a column, its readout, switches, and the input for keys
//   readout   what it says there
//   keys      the input by which a keyboard goes from column to column

import { html, percent } from "./dom.js"
import { showSwitched, switchesOf } from "./switches.js"
import { whenNear } from "./when-near.js"
import { words } from "./words.js"

/** @typedef {import("./types.d.ts").Readings} Readings */
/** @typedef {import("./types.d.ts").Overlay} Overlay */

/** @type {WeakMap<Element, Overlay>} */
const overlays = new WeakMap()
/** @type {Overlay | undefined} the one that shows a column */
let markedOverlay
/**
 * Where in a drawing the reader points, in shares of its width and height. What can be read there may come only then, or
 * be another soon.
 *
 * @type {{ overlay: Overlay, across: number, down: number } | undefined}
 */
let pointer

document.addEventListener("pointerdown", ({ target }) => {
  for (const overlay of [markedOverlay, pointer?.overlay]) {
    if (overlay && !overlay.box.contains(/** @type {Node} */ (target))) rest(overlay)
  }
})

/**
 * The figure shows another drawing now, of which this can be read off, or nothing.
 *
 * @param {Element} figure
 * @param {SVGSVGElement} drawing
 * @param {Readings | string} [readings] or the file that has them
 */
export function showReadings(figure, drawing, readings) {
  const known = overlays.get(figure)
  if (!known && !readings) return
  const overlay = known ?? addOverlay(figure, drawing)
  dress(overlay, drawing, typeof readings === "string" ? undefined : readings)
  if (typeof readings === "string") whenNear(figure, () => fetchFor(overlay, drawing, readings))
}

/**
 * @param {Overlay} overlay
 * @param {SVGSVGElement} drawing
 * @param {string} file
 */
async function fetchFor(overlay, drawing, file) {
  const response = await fetch(file).catch(() => undefined) // without it the picture stays as it is without scripts
  if (response?.ok && overlay.drawing === drawing) dress(overlay, drawing, await response.json())
}

/**
 * @param {Element} figure
 * @param {SVGSVGElement} drawing
 */
function addOverlay(figure, drawing) {
  const keys = html("input", { type: "range", className: "picture-reader", min: "0", ariaLabel: words.read_off })
  const line = html("div", { className: "picture-line" })
  const readout = html("div", { className: "picture-said", ariaHidden: "true" }) // the input says the same
  const switches = html("div")
  const box = html("div", { className: "picture-read" })
  drawing.replaceWith(box)
  box.append(drawing, line, readout, switches, keys)
  /** @type {Overlay} */
  const overlay = { box, drawing, line, readout, switches, keys, readings: undefined, off: new Set() }
  keys.onfocus = keys.oninput = () => {
    pointer = undefined
    mark(overlay, keys.valueAsNumber)
  }
  keys.onblur = () => hide(overlay)
  box.onpointermove = box.onpointerdown = (event) => point(overlay, event)
  box.onpointerleave = ({ pointerType }) => pointerType === "mouse" && rest(overlay) // what was touched stays
  overlays.set(figure, overlay)
  return overlay
}

/**
 * Lay over a drawing what belongs to it.
 *
 * @param {Overlay} overlay
 * @param {SVGSVGElement} drawing
 * @param {Readings} [readings]
 */
function dress(overlay, drawing, readings) {
  Object.assign(overlay, { drawing, readings })
  const last = (readings?.columns.length ?? 0) - 1
  overlay.keys.hidden = last < 0
  overlay.keys.max = String(last)
  overlay.switches.replaceChildren(...switchesOf(overlay))
  showSwitched(overlay)
  if (pointer?.overlay === overlay && last >= 0) markPointed(overlay, pointer)
  else settle(overlay)
}

/**
 * @param {Overlay} overlay
 * @param {PointerEvent} event
 */
function point(overlay, { clientX, clientY }) {
  const { left, top, width, height } = overlay.drawing.getBoundingClientRect()
  pointer = { overlay, across: (clientX - left) / width, down: (clientY - top) / height }
  markPointed(overlay, pointer)
}

/**
 * Mark the column nearest to where the reader points.
 *
 * @param {Overlay} overlay
 * @param {{ across: number, down: number }} where
 */
function markPointed(overlay, { across, down }) {
  const { drawing, readings } = overlay
  if (!readings?.columns.length) return
  const view = drawing.viewBox.baseVal
  if (down * view.height + view.y < readings.top) return settle(overlay) // title and legend
  const far = readings.columns.map(([place]) => Math.abs(place - across * view.width))
  mark(overlay, far.indexOf(Math.min(...far)))
}

/**
 * @param {Overlay} overlay
 * @param {number} index
 */
function mark(overlay, index) {
  const { box, readings, keys, off } = overlay
  const column = readings?.columns[index]
  if (!readings || !column) return
  if (markedOverlay !== overlay && markedOverlay) hide(markedOverlay)
  markedOverlay = overlay
  const [place, text, cells] = column
  const series = readings.names.map((name, number) => ({ name, number, cell: cells[number] }))
  const seen = series.filter(({ name }) => !off.has(name))
  drawLine(overlay, readings, place, seen)
  const pairs = seen.map(({ name, cell }) => [name, cell?.[0] ?? "–"])
  const title = `${readings.x} ${text}`.trim()
  const lines = pairs.map(([name, value]) => html("p", {}, `${name} `, html("b", {}, value)))
  overlay.readout.replaceChildren(html("p", {}, title), ...lines)
  box.classList.add("picture-marked")
  keys.value = String(index)
  keys.setAttribute("aria-valuetext", [title, ...pairs.map((pair) => pair.join(" "))].join(", "))
}

/**
 * A line across the drawing, a dot where it meets each series, and the readout beside it, where fewer dots are.
 *
 * @param {Overlay} overlay
 * @param {Readings} readings
 * @param {number} place
 * @param {{ number: number, cell?: [string, number | null] | null }[]} series
 */
function drawLine({ drawing, line, readout }, { top, bottom }, place, series) {
  const view = drawing.viewBox.baseVal
  const share = place / view.width
  Object.assign(line.style, {
    left: percent(share),
    top: percent((top - view.y) / view.height),
    height: percent((bottom - top) / view.height),
  })
  const dots = series.flatMap(({ number, cell }) => {
    if (typeof cell?.[1] !== "number") return [] // it has no point there, or one that is cut off
    const dot = html("i")
    dot.style.top = percent((cell[1] - top) / (bottom - top))
    dot.style.borderColor = drawing.querySelector(`[data-series="${number}"]`)?.getAttribute("stroke") ?? ""
    return [dot]
  })
  line.replaceChildren(...dots)
  const high = dots.filter((dot) => parseFloat(dot.style.top) < 50).length
  const [left, right] = share < 0.5 ? [percent(share), ""] : ["", percent(1 - share)]
  const [above, below] =
    2 * high > dots.length ? ["", percent(1 - (bottom - view.y) / view.height)] : [line.style.top, ""]
  Object.assign(readout.style, { left, right, top: above, bottom: below })
}

/**
 * Nobody points any more.
 *
 * @param {Overlay} overlay
 */
function rest(overlay) {
  if (pointer?.overlay === overlay) pointer = undefined
  settle(overlay)
}

/**
 * Nothing is pointed at. The column that the keyboard is at stays.
 *
 * @param {Overlay} overlay
 */
function settle(overlay) {
  if (document.activeElement === overlay.keys) mark(overlay, overlay.keys.valueAsNumber)
  else hide(overlay)
}

/** @param {Overlay} overlay */
function hide(overlay) {
  overlay.box.classList.remove("picture-marked")
  if (markedOverlay === overlay) markedOverlay = undefined
}
