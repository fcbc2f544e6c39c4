// The trainings of a page. While one runs, its curve grows under its cell; when it has ended or was stopped, a slider
// there sets its model back to an earlier step, and the page is computed with it (website/shared/watch.py).
//
//   moment  a step whose parameters the model has now
//   whole   whether a training of the page has stood before its end: then each run computes all of the page

import { button, fill, html } from "./dom.js"
import { showResets } from "./edits.js"
import { engine } from "./engine.js"
import { lesson } from "./lesson.js"
import { once } from "./once.js"
import { publishedBox } from "./outcome.js"
import * as pictures from "./pictures.js"
import { placeOf, show } from "./places.js"
import { dataElement, numbersOf, trainingWords as words } from "./training-words.js"
import { words as pageWords } from "./words.js"

/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {import("./types.d.ts").Run} Run */
/** @typedef {import("./types.d.ts").Answer} Answer */
/** @typedef {import("./types.d.ts").Panel} Panel */

const FORGET = "website.shared.watch.forget"
const published = dataElement?.dataset.trainings?.split(" ").filter(Boolean) ?? []

/** @type {Map<number, number>} by the number of a cell; one that is not here has the parameters that it came to */
const moments = new Map()
let whole = false
/** @type {(cell: Cell, how: object) => void} */
let runPage

/** @param {(cell: Cell, how: object) => void} run */
export function beginTrainings(run) {
  runPage = run
}

const addStyle = once(async () => {
  document.head.append(html("link", { rel: "stylesheet", href: new URL("./training.css", import.meta.url).href }))
})

/**
 * What a run of the page asks of its trainings; nothing on a page that has none.
 *
 * @param {Partial<Run>} run
 */
export function wishes({ cell, check, quiet, goOn = false }) {
  if (!dataElement) return undefined
  const anew = !(check || quiet || goOn)
  if (cell && (anew || goOn)) moments.delete(cell.number)
  return { anew, published, words, go_on: goOn, moments: Object.fromEntries(moments), whole }
}

/**
 * What a training tells.
 *
 * @param {Cell} cell the training's own
 * @param {Answer} news
 */
export function showTraining(cell, news) {
  const panel = (cell.training ??= addPanel(cell))
  const isRunning = news.state === "running"
  if (news.picture) draw(cell, panel, news)
  panel.travel.hidden = isRunning
  panel.go.hidden = news.state !== "stopped"
  if (isRunning) panel.message.textContent = ""
  else settle(panel, news)
  showResets()
}

/**
 * @param {Panel} panel
 * @param {Answer} news
 */
function settle(panel, { state, done, steps, at, key, moments: all }) {
  Object.assign(panel, { key, moments: all, steps, isOther: state !== "loaded" || at !== steps })
  whole ||= at !== steps
  panel.message.textContent = fill(words[state], numbersOf({ done, steps }))
  panel.slider.max = String(all.length - 1)
  panel.slider.value = String(all.indexOf(at))
  sayMoment(panel)
}

/** @param {Panel} panel */
function sayMoment({ slider, output, moments: all, steps }) {
  const text = fill(words.moment, numbersOf({ done: all[Number(slider.value)], steps }))
  output.textContent = text
  slider.setAttribute("aria-valuetext", text)
}

/** @param {Cell} cell */
function addPanel(cell) {
  addStyle()
  const id = `training-${cell.number}`
  const slider = html("input", { type: "range", id, min: "0", step: "1", oninput: () => travel(cell) })
  const output = html("span", { className: "training-moment" })
  const message = html("p", { className: "training-said", role: "status" })
  const go = button("training-go", words.go_on, () => runPage(cell, { goOn: true }))
  const label = html("label", { htmlFor: id }, words.travel)
  const journey = html("p", { className: "training-travel" }, label, slider, output)
  const head = html("div", { className: "training-head" }, message, go)
  const box = html("div", { className: "training", role: "group", ariaLabel: words.label }, head, journey)
  lastBelow(cell).after(box)
  return { box, message, go, travel: journey, slider, output, key: "", isOther: false, moments: [], steps: 0 }
}

/**
 * What a cell prints and draws stands between it and its training.
 *
 * @param {Cell} cell
 */
function lastBelow(cell) {
  return placeOf("picture", cell.number).element ?? cell.output ?? publishedBox(cell) ?? cell.element
}

// In the place that the page has for the cell's picture, which has an answer of its own when the cell has run; or else in
// the training's own, from the first time that it runs here.
/**
 * @param {Cell} cell
 * @param {Panel} panel
 * @param {Answer} news
 */
function draw(cell, panel, { picture, state }) {
  const drawn = pictures.pictureOf(picture)
  if (!drawn) return
  const place = placeOf("picture", cell.number)
  if (place.element) {
    if (state === "running") show(place, drawn)
  } else if (state === "loaded" && !panel.curve) return
  else if (panel.curve) pictures.put(panel.curve, drawn)
  else panel.box.prepend((panel.curve = pictures.figure(drawn, pageWords.numbers)))
}

/** @param {Cell} cell */
function travel(cell) {
  const panel = /** @type {Panel} */ (cell.training)
  moments.set(cell.number, panel.moments[Number(panel.slider.value)])
  whole = true
  sayMoment(panel)
  runPage(cell, { quiet: true })
}

/**
 * The training as the page has it: nothing that the reader has made of it is known any more.
 *
 * @param {Cell} cell
 */
export function resetTraining(cell) {
  const panel = cell.training
  if (!panel) return
  if (engine.ready) engine.call(FORGET, { keys: [panel.key] }).catch(() => {})
  moments.delete(cell.number)
  panel.box.remove()
  cell.training = undefined
  if (!lesson.cells.some((one) => one.training)) whole = false
}
