// The places of a page: what shows something that Python computes. Each shows what the page says, or what that has become,
// or that it cannot be computed any more (lost), or that the code above it has changed and nothing has been computed yet
// (pending).

import { find, html } from "./dom.js"
import { lesson } from "./lesson.js"
import { once } from "./once.js"
import * as pictures from "./pictures.js"

/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {import("./types.d.ts").Place} Place */
/** @typedef {import("./types.d.ts").Answer} Answer */

export const COMMENTS = ".c1, .ch"
/** @type {Record<string, string>} */
const ELEMENTS = {
  claim: "article [data-claim]",
  output: "article .output code",
  console: "article [data-console] code",
  diagram: "article .diagram",
  formula: "article .formula",
  picture: "article [data-picture]",
  guess: "article [data-guess]",
}
// The last two belong to a cell: its comments that hold a number, and what it came to.
const COMPUTED = [...Object.values(ELEMENTS), ".computed", ".cell-output"].join(", ")
const BY_NUMBER = ["claim", "picture", "guess"] // their elements name it; others are counted
// @ts-ignore the build puts it there
const katex = once(async () => (await import("../vendor/katex/katex.mjs")).default)

const htmlOf = (/** @type {Element} */ element) => element.innerHTML
/** @type {Record<string, (element: any) => any>} what a place of a kind shows, where that is not its markup */
const READ = {
  picture: pictures.publishedIn,
  guess: ({ dataset: { answer, said } }) => ({ answer: Number(answer), said }),
}

/** @type {Map<string, Place>} */
const places = new Map()

/**
 * The place that an answer names.
 *
 * @param {string} kind
 * @param {number | string} number
 */
export function placeOf(kind, number) {
  const name = `${kind} ${number}`
  const known = places.get(name)
  if (known) return known
  const element = BY_NUMBER.includes(kind)
    ? document.querySelector(`[data-${kind}="${number}"]`)
    : (document.querySelectorAll(ELEMENTS[kind])[Number(number)] ?? null)
  const published = element && (READ[kind] ?? htmlOf)(element)
  const place = { kind, element, text: undefined, published }
  places.set(name, place)
  return place
}

export const knownPlaces = () => [...places.values()]

/** @param {Element} figure */
export const diagramNumber = (figure) => [...document.querySelectorAll(ELEMENTS.diagram)].indexOf(figure)

/**
 * What an answer says of a place: nothing where it shows what the page says, null where it cannot be computed.
 *
 * @param {Place} place
 * @param {Answer} answer
 */
export function answeredText(place, answer) {
  if (place.kind === "guess") return answeredGuess(place, answer)
  if (place.kind !== "picture") return answer.text
  if (!place.element) return undefined
  const picture = (answer.svg && pictures.pictureOf(/** @type {any} */ (answer))) || null
  return picture?.key === place.published.key ? undefined : picture
}

/**
 * The last digits of an answer are not the same on every machine: what counts is what is said.
 *
 * @param {Place} place
 * @param {Answer} now
 */
function answeredGuess({ published }, { answer, said }) {
  if (published?.said === said) return undefined
  return answer === null ? null : { answer, said }
}

/**
 * How something computed stands to what the page says; without a name it is the same.
 *
 * @param {Element} element
 * @param {string} [name]
 */
export function mark(element, name) {
  element.classList.remove("live-pending")
  for (const each of ["live-lost", "live-changed"]) element.classList.toggle(each, name === each)
}

/**
 * @param {Place} place
 * @param {any} text as a place has it
 * @param {Answer} [answer]
 */
export function show(place, text, { labels, words } = {}) {
  const { kind, element } = place
  if (!element) return
  mark(element, text === null ? "live-lost" : text === undefined ? undefined : "live-changed")
  if (place.text === text) return
  place.text = text
  if (kind === "picture") pictures.put(element, text ?? place.published)
  else if (kind === "guess") tellGuess(element, text === null ? { answer: "", said: "" } : (text ?? place.published))
  else if (kind === "diagram") {
    lesson.redraw(element, text ?? undefined, labels)
    describe(place, words)
    element.dispatchEvent(new Event("changed"))
  } else if (kind === "formula" && typeof text === "string") typeset(place, text)
  else if (typeof text === "string") element.textContent = text
  else if (element.innerHTML !== place.published) element.innerHTML = place.published
}

/**
 * The answer to a guess, which shows it where its reader has guessed.
 *
 * @param {any} element
 * @param {object} answer
 */
function tellGuess(element, answer) {
  Object.assign(element.dataset, answer)
  element.dispatchEvent(new Event("changed"))
}

/**
 * The same graph in words, under the diagram.
 *
 * @param {Place} place
 * @param {[string, string][]} [words]
 */
function describe(place, words) {
  if (!place.element) return
  const list = find(place.element, "ul")
  place.words ??= [...list.children]
  const item = (/** @type {[string, string]} */ [title, phrase]) =>
    html("li", {}, html("strong", {}, title), phrase && `: ${phrase}`)
  list.replaceChildren(...(words?.map(item) ?? place.words))
}

/**
 * @param {Place} place
 * @param {string} text
 */
async function typeset(place, text) {
  const library = await katex()
  const { element } = place
  if (!element || place.text !== text) return
  const displayMode = element.tagName === "DIV"
  element.innerHTML = library.renderToString(text, { displayMode, strict: false, throwOnError: false })
}

/**
 * Mark what stands in a cell or below it as not computed yet, and the boxes of some cells, and nothing else.
 *
 * @param {Element | undefined} cell
 * @param {Cell[]} cells
 */
export function markPending(cell, cells) {
  const boxes = new Set(cells.map(({ output }) => /** @type {Element | undefined} */ (output)))
  for (const element of document.querySelectorAll(COMPUTED)) {
    element.classList.toggle("live-pending", boxes.has(element) || Boolean(cell && isFrom(cell, element)))
  }
}

/**
 * A picture may stand before its code: what counts is where that stands.
 *
 * @param {Element} cell
 * @param {Element} element
 */
function isFrom(cell, element) {
  const { picture } = /** @type {HTMLElement} */ (element).dataset
  const source = picture === undefined ? element : document.querySelector(`[data-cell="${picture}"]`)
  return source === cell || Boolean(cell.compareDocumentPosition(source ?? element) & Node.DOCUMENT_POSITION_FOLLOWING) // also what it contains
}

// Nothing will be computed of what is pending: it must not look true.
export function losePending() {
  for (const [kind, selector] of Object.entries(ELEMENTS)) {
    document.querySelectorAll(selector).forEach((element, index) => {
      const { [kind]: number = index } = /** @type {HTMLElement} */ (element).dataset
      if (element.matches(".live-pending")) show(placeOf(kind, number), null)
    })
  }
  for (const element of document.querySelectorAll(".computed.live-pending, .cell-output.live-pending")) {
    mark(element, "live-lost")
  }
}
