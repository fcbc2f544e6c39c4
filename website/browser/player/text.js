// The graph in text, below the drawing: its nodes as a table, and as a list what has happened, while somebody reads it.

import { html } from "../dom.js"

/** @typedef {import("../types.d.ts").StoryNode} StoryNode */

const COLUMNS = ["node", "made_as", "data", "grad"]

export class Text {
  #nodes = html("tbody")
  #steps = html("ol")
  /** @type {HTMLTableCellElement[][]} */
  #rows = []
  /** @type {() => string[]} */
  #sentences = () => []

  /** @param {import("../types.d.ts").Words} words */
  constructor(words) {
    const heads = COLUMNS.map((name) => html("th", { scope: "col" }, words[name]))
    const table = html("table", {}, html("thead", {}, html("tr", {}, ...heads)), this.#nodes)
    this.element = html(
      "details",
      { className: "player-text", ontoggle: () => this.#list() },
      html("summary", {}, words.in_text),
      html("div", { className: "player-scroll" }, table),
      this.#steps,
    )
  }

  /** @param {StoryNode[]} nodes */
  draw(nodes) {
    this.#rows = nodes.map(() => [html("td"), html("td"), html("td")])
    const head = (/** @type {StoryNode} */ { called }) => html("th", { scope: "row" }, called)
    this.#nodes.replaceChildren(...nodes.map((node, number) => html("tr", {}, head(node), ...this.#rows[number])))
  }

  /**
   * @param {StoryNode[]} nodes
   * @param {import("../types.d.ts").State} state
   * @param {boolean} all whether gradients are shown before they have arrived
   * @param {() => string[]} sentences of what has happened
   */
  update(nodes, { valued, gradients }, all, sentences) {
    nodes.forEach(({ id, computed, value, gradient }, number) => {
      const known = valued.has(id)
      const texts = [known ? computed : "", known ? value : "--", all ? gradient : (gradients.get(id)?.text ?? "--")]
      texts.forEach((text, column) => (this.#rows[number][column].textContent = text))
    })
    this.#sentences = sentences
    this.#list()
  }

  #list() {
    const sentences = this.element.open ? this.#sentences() : []
    this.#steps.replaceChildren(...sentences.map((sentence) => html("li", {}, sentence)))
  }
}
