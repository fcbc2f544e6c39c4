// A dot that runs along an edge.

import { svg } from "../dom.js"

const TIME = 780 // ms, for an edge of any length

export class Dot {
  element = svg("circle", { class: "player-dot", r: 6, visibility: "hidden" })
  #frame = 0

  /**
   * @param {SVGPathElement} line
   * @param {boolean} backward from its end to its beginning
   */
  travel(line, backward) {
    cancelAnimationFrame(this.#frame)
    const length = line.getTotalLength()
    const start = performance.now()
    const step = (/** @type {number} */ time) => {
      const share = Math.min(1, (time - start) / TIME)
      const { x, y } = line.getPointAtLength(length * (backward ? 1 - share : share))
      this.element.setAttribute("cx", String(x))
      this.element.setAttribute("cy", String(y))
      this.element.setAttribute("visibility", share < 1 ? "visible" : "hidden")
      if (share < 1) this.#frame = requestAnimationFrame(step)
    }
    this.#frame = requestAnimationFrame(step)
  }

  rest() {
    cancelAnimationFrame(this.#frame)
    this.element.setAttribute("visibility", "hidden")
  }
}
