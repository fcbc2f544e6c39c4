// The card of a node: its title, its data, its gradient, and below it the sum of what has arrived.

import { svg } from "../dom.js"

/** @typedef {import("../types.d.ts").StoryNode} StoryNode */

const MOST_LETTERS = 27 // in a title
// Of letters that fit as they are, the width, and what stays free at the edges: longer titles are pressed together.
const SQUARE = { letter: 8.2, edges: 14, corner: 6 }
const ROUND = { letter: 10.5, edges: 28, corner: 35 } // a leaf

export class Card {
  #value
  #gradient
  #sum

  /**
   * @param {StoryNode} node
   * @param {{ width: number, height: number }} size
   * @param {import("../types.d.ts").Words} words
   */
  constructor(node, size, words) {
    const text = (/** @type {string} */ part, /** @type {number} */ y) =>
      svg("text", { class: `player-${part}`, x: size.width / 2, y })
    this.node = node
    this.#value = text("value", 41)
    this.#gradient = text("gradient", 60)
    this.#sum = text("sum", 86)
    const title = text("title", 20)
    const shape = svg("rect", { ...size, rx: formOf(node).corner })
    fitTitle(title, titleOf(node, words), size.width, formOf(node))
    const about = { class: `player-card ${kindOf(node)}`, "data-node": node.id }
    this.element = svg("g", about, shape, title, this.#value, this.#gradient, this.#sum)
  }

  /**
   * @param {string | undefined} value nothing as long as there is none
   * @param {{ text: string, sum: string } | undefined} gradient
   * @param {boolean} isNow
   */
  update(value, gradient, isNow) {
    this.#value.textContent = `data ${value ?? "--"}`
    this.#gradient.textContent = `grad ${gradient?.text ?? "--"}`
    this.#sum.textContent = gradient?.sum ?? ""
    const { classList } = this.element
    classList.toggle("waiting", value === undefined)
    classList.toggle("reached", gradient !== undefined)
    classList.toggle("now", isNow)
  }
}

const formOf = (/** @type {StoryNode} */ { parents }) => (parents.length ? SQUARE : ROUND)

/** @param {StoryNode} node */
function kindOf({ parents, derived, name }) {
  if (parents.length) return derived ? "derived" : "primitive"
  return name ? "leaf" : "leaf constant"
}

/**
 * @param {StoryNode} node
 * @param {import("../types.d.ts").Words} words
 */
function titleOf({ name, op, parents, symbol, title }, words) {
  if (name && parents.length) return `${name} = ${symbol}`
  return op || name ? title : `${title} · ${words.constant}`
}

/**
 * @param {SVGTextElement} element
 * @param {string} title
 * @param {number} width of the card
 * @param {{ letter: number, edges: number }} form
 */
function fitTitle(element, title, width, { letter, edges }) {
  element.textContent = title.length > MOST_LETTERS ? `${title.slice(0, MOST_LETTERS)}…` : title
  if ((title.length - 1) * letter <= width - edges) return
  element.setAttribute("textLength", String(width - edges))
  element.setAttribute("lengthAdjust", "spacingAndGlyphs")
}
