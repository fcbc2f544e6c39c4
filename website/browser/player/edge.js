// An edge: its line, and what is said on it: the local derivative, or the contribution that it has carried.

import { svg } from "../dom.js"
import { Dot } from "./dot.js"

/** @typedef {import("../types.d.ts").StoryEdge} StoryEdge */

export class Edge {
  #product = svg("tspan", { x: 0 })
  #result = svg("tspan", { x: 0, dy: "1.3em" })
  line = svg("path", { class: "player-edge" })
  dot = new Dot()
  label = svg("text", { class: "player-label" }, this.#product, this.#result)

  /** @param {StoryEdge} edge */
  constructor(edge) {
    this.data = edge
  }

  /**
   * @param {import("../types.d.ts").StoryStep | undefined} step that has walked the edge
   * @param {{ isNow: boolean, isWaiting: boolean, showsLocal: boolean }} how
   */
  update(step, { isNow, isWaiting, showsLocal }) {
    const local = showsLocal ? `× ${this.data.slope}` : ""
    this.#product.textContent = step?.product ?? ""
    this.#result.textContent = step ? `= ${step.result}` : local
    for (const { classList } of [this.line, this.label]) {
      classList.toggle("walked", step !== undefined)
      classList.toggle("now", isNow)
      classList.toggle("waiting", isWaiting)
    }
    if (step && isNow) this.label.parentNode?.append(this.label) // in front of the others
  }
}
