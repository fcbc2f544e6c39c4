// The drawing of a story: cards, and the edges between them.

import { html, svg } from "../dom.js"
import { Card } from "./card.js"
import { Edge } from "./edge.js"
import { cardTransform, edgePath, viewBox } from "./geometry.js"

/** @typedef {import("../types.d.ts").Story} Story */
/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./tilt.js").Tilt} Tilt */

export class Drawing {
  /** @type {Card[]} */
  #cards = []
  /** @type {Edge[]} */
  #edges = []
  #picture = svg("svg")

  /** @param {import("../types.d.ts").Words} words */
  constructor(words) {
    this.words = words
    this.element = html("div", { className: "player-drawing", tabIndex: 0, role: "group", ariaLabel: words.drawing })
  }

  /**
   * @param {Story} story
   * @param {Plan} plan
   * @param {Tilt} tilt
   */
  draw({ nodes, edges }, plan, tilt) {
    this.#cards = nodes.map((node) => new Card(node, plan.card, this.words))
    this.#edges = edges.map((edge) => new Edge(edge))
    this.#picture = svg(
      "svg",
      { "aria-hidden": true },
      svg("g", {}, ...this.#edges.map(({ line }) => line)),
      svg("g", {}, ...this.#cards.map(({ element }) => element)),
      svg("g", {}, ...this.#edges.map(({ label }) => label)),
      ...this.#edges.map(({ dot }) => dot.element),
    )
    this.#picture.style.setProperty("--width", `${plan.width}px`)
    this.#picture.style.aspectRatio = `${plan.width} / ${plan.height}`
    this.element.replaceChildren(this.#picture)
    this.place(plan, tilt)
  }

  /**
   * @param {Plan} plan
   * @param {Tilt} tilt
   */
  place(plan, tilt) {
    const nodes = this.#cards.map(({ node }) => node)
    for (const { element, node } of this.#cards) element.setAttribute("transform", cardTransform(node, plan, tilt))
    for (const { line, label, data } of this.#edges) {
      const { path, label: transform } = edgePath(data, nodes, plan, tilt)
      line.setAttribute("d", path)
      label.setAttribute("transform", transform)
    }
    this.#picture.setAttribute("viewBox", viewBox(plan, tilt))
  }

  /**
   * What is shown of another story whose graph is the same.
   *
   * @param {Story} story
   */
  renew({ nodes, edges }) {
    this.#cards.forEach((card, number) => (card.node = nodes[number]))
    this.#edges.forEach((edge, number) => (edge.data = edges[number]))
  }

  /**
   * @param {State} state
   * @param {{ locals: boolean, gradients: boolean }} on
   */
  update({ valued, gradients, walked, now }, on) {
    for (const card of this.#cards) {
      const { id, value, gradient } = card.node
      const reached = on.gradients ? { text: gradient, sum: "" } : gradients.get(id)
      card.update(valued.has(id) ? value : undefined, reached, now?.node.id === id)
    }
    this.#edges.forEach((edge, number) => {
      const isNow = isOf(now, edge, number)
      const isWaiting = !valued.has(edge.data.child)
      edge.update(walked.get(number), { isNow, isWaiting, showsLocal: on.locals })
    })
  }

  /**
   * A dot runs along each edge of the moment: backward from child to parent, forward the other way.
   *
   * @param {State["now"]} [now] without it all dots rest
   */
  travel(now) {
    this.#edges.forEach((edge, number) => {
      if (isOf(now, edge, number)) edge.dot.travel(edge.line, now?.kind === "step")
      else edge.dot.rest()
    })
  }

  /**
   * Scroll the drawing, and nothing else, so that the moment can be seen: its card, and above all what its edge says.
   *
   * @param {ScrollBehavior} behavior
   */
  reveal(behavior) {
    const box = this.element.getBoundingClientRect()
    const boxes = [...this.element.querySelectorAll(".player-card.now, .player-label.now")]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width }) => width)
    const label = boxes.at(-1)
    if (!label || boxes.every(({ left, right }) => left >= box.left && right <= box.right)) return
    const [left, right] = [Math.min(...boxes.map((rect) => rect.left)), Math.max(...boxes.map((rect) => rect.right))]
    const middle = right - left <= box.width ? (left + right) / 2 : (label.left + label.right) / 2
    this.element.scrollTo({ left: this.element.scrollLeft + middle - box.left - box.width / 2, behavior })
  }
}

/**
 * Whether an edge is walked at a moment, or enters the node that has just got its value.
 *
 * @param {State["now"]} now
 * @param {Edge} edge
 * @param {number} number
 */
const isOf = (now, { data }, number) =>
  now?.kind === "step" ? now.step.edge === number : now?.kind === "value" && now.node.id === data.child
