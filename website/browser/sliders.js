// The sliders below a picture that its reader moves. Where they stand, the picture is one of its frames: Python has drawn
// them all, when the site was built or after an edit of the reader's. Here the frame is looked up.
//
//   sliders    what Python or the build says of them: names, positions, where they start, and the frames or their file
//   standing   what a figure has now: its sliders, their inputs, and how to have the frames, once or until they come

import { find, html } from "./dom.js"
import { draw, pictureOf } from "./drawings.js"
import { fetchOrThrow } from "./fetch-or-throw.js"
import { once } from "./once.js"
import { withRetry } from "./retry.js"
import { whenNear } from "./when-near.js"

/** @typedef {import("./types.d.ts").Sliders} Sliders */
/** @typedef {import("./types.d.ts").Drawn} Drawn */
/** @typedef {() => Promise<Drawn[]>} Frames */
/** @typedef {{ sliders: Sliders, inputs: HTMLInputElement[], frames: Frames, framesWithRetry: Frames }} Standing */

const PLACE = ".picture-sliders"

/** @type {WeakMap<Element, Standing>} */
const standings = new WeakMap()
let ids = 0

/**
 * What the build says of a figure's sliders; nothing of a figure without.
 *
 * @param {Element} figure
 * @returns {Sliders | undefined}
 */
export function publishedSliders(figure) {
  const data = figure.querySelector(PLACE)?.getAttribute("data-sliders")
  return data ? JSON.parse(data) : undefined
}

/**
 * Make the sliders of a figure as the build has it.
 *
 * @param {Element} figure
 */
export function begin(figure) {
  const sliders = publishedSliders(figure)
  if (!sliders) return
  stand(figure, sliders, sliders.start)
  const fetchAhead = async () => standings.get(figure)?.frames()
  whenNear(figure, () => fetchAhead().catch(() => {})) // who moves the slider is told
}

/**
 * The figure shows another picture now: its sliders follow, or go. They stay where the reader has put them, if that is
 * still a place.
 *
 * @param {Element} figure
 * @param {Sliders} [sliders]
 */
export function follow(figure, sliders) {
  const before = standings.get(figure)
  const place = /** @type {HTMLElement | null} */ (figure.querySelector(PLACE))
  if (place) place.hidden = !sliders
  if (!sliders) return
  const { names, positions, start } = sliders
  const kept = names.map((name, index) => positions[index].indexOf(before ? (chosen(before)[name] ?? "") : ""))
  const at = kept.map((position, index) => (position < 0 ? start[index] : position))
  stand(figure, sliders, at)
  if (String(at) !== String(start)) showFrame(figure)
}

/**
 * Where a figure's sliders stand, by name.
 *
 * @param {Standing} standing
 */
function chosen({ sliders: { names, positions }, inputs }) {
  const pairs = names.map((name, index) => [name, positions[index][inputs[index].valueAsNumber]])
  return /** @type {Record<string, string | undefined>} */ (Object.fromEntries(pairs))
}

/**
 * @param {Element} figure
 * @param {Sliders} sliders
 * @param {number[]} at
 */
function stand(figure, sliders, at) {
  const { names, positions, frames, file = "" } = sliders
  const before = standings.get(figure)
  const same =
    before && JSON.stringify([names, positions]) === JSON.stringify([before.sliders.names, before.sliders.positions])
  const inputs = same ? before.inputs : names.map((name, index) => addInput(figure, name, positions[index]))
  const fetchFrames = once(async () => frames ?? (await fetchOrThrow(file)).json())
  const framesWithRetry = once(() => withRetry(placeOf(figure), fetchFrames))
  standings.set(figure, { sliders, inputs, frames: fetchFrames, framesWithRetry })
  if (!same) placeOf(figure).replaceChildren(...inputs.map((input) => /** @type {Element} */ (input.parentElement)))
  inputs.forEach((input, index) => {
    input.value = String(at[index])
    say(input, positions[index])
  })
}

/** @param {Element} figure */
function placeOf(figure) {
  const place = figure.querySelector(PLACE) ?? html("div", { className: PLACE.slice(1) })
  if (!place.parentElement) figure.querySelector("details")?.before(place)
  return place
}

/**
 * @param {Element} figure
 * @param {string} name
 * @param {string[]} positions
 */
function addInput(figure, name, positions) {
  const id = `picture-slider-${++ids}`
  const input = html("input", { type: "range", id, min: "0", max: String(positions.length - 1), step: "1" })
  input.oninput = () => {
    say(input, positions)
    showFrame(figure)
  }
  html("p", {}, html("label", { htmlFor: id }, html("code", {}, name)), html("span"), input)
  return input
}

/**
 * @param {HTMLInputElement} input
 * @param {string[]} positions
 */
function say(input, positions) {
  const position = positions[input.valueAsNumber]
  find(/** @type {Element} */ (input.parentElement), "span").textContent = `= ${position}`
  input.setAttribute("aria-valuetext", position)
}

/** @param {Element} figure */
async function showFrame(figure) {
  const standing = /** @type {Standing} */ (standings.get(figure))
  const frames = await standing.framesWithRetry()
  if (standings.get(figure) !== standing) return
  const frame = frames[numberOf(standing)] // what a reader's own class has as frames may be anything
  const picture = frame && pictureOf(frame)
  if (picture) draw(figure, picture)
}

/**
 * The number of the frame where the sliders stand: as Python counts them, the last slider turns fastest.
 *
 * @param {Standing} standing
 */
const numberOf = ({ sliders: { positions }, inputs }) =>
  inputs.reduce((number, input, index) => number * positions[index].length + input.valueAsNumber, 0)
