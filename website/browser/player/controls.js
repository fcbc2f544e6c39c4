// The buttons above a drawing, the slider of its moments, the switches below it.

import { button, html } from "../dom.js"

/** @typedef {import("../types.d.ts").Words} Words */
/** @typedef {import("../types.d.ts").Switch} Switch */
/** @typedef {"forward" | "backward" | "previous" | "play" | "next"} Deed */

const DEEDS = /** @type {const} */ (["forward", "backward", "previous", "play", "next"])
const SWITCHES = /** @type {const} */ (["locals", "expanded", "gradients"])

export class Buttons {
  #play
  slider

  /**
   * @param {Words} words
   * @param {Record<Deed, () => void> & { go(at: number): void }} deeds
   */
  constructor(words, deeds) {
    const buttons = DEEDS.map((name) => button(`player-${name}`, words[name], () => deeds[name]()))
    this.words = words
    this.#play = buttons[DEEDS.indexOf("play")]
    this.slider = html("input", { type: "range", min: 0, step: 1, className: "player-timeline" })
    this.slider.ariaLabel = words.timeline
    this.slider.oninput = () => deeds.go(this.slider.valueAsNumber)
    this.element = html("div", { className: "player-buttons" }, ...buttons, this.slider)
  }

  /** @param {boolean} playing */
  setPlaying(playing) {
    this.#play.textContent = playing ? this.words.pause : this.words.play
  }

  /**
   * @param {number} at
   * @param {string} sentence
   */
  setAt(at, sentence) {
    this.slider.value = String(at)
    this.slider.setAttribute("aria-valuetext", sentence)
  }
}

export class Switches {
  /** @type {Map<Switch, HTMLInputElement>} */
  #boxes = new Map()
  grip = html("span", { className: "player-grip", ariaHidden: "true" }, "✥")

  /**
   * @param {Words} words
   * @param {(name: Switch, on: boolean) => void} toggle
   * @param {() => void} level
   */
  constructor(words, toggle, level) {
    const labels = SWITCHES.map((name) => {
      const box = html("input", { type: "checkbox", onchange: () => toggle(name, box.checked) })
      this.#boxes.set(name, box)
      return html("label", {}, box, ` ${words[name]}`)
    })
    const straighten = button("player-level", words.level, level)
    this.element = html("div", { className: "player-switches" }, ...labels, straighten, this.grip)
  }

  /**
   * @param {Switch} name
   * @param {boolean} on
   */
  set(name, on) {
    const box = this.#boxes.get(name)
    if (box) box.checked = on
  }

  /**
   * @param {Switch} name
   * @param {boolean} hidden
   */
  hide(name, hidden) {
    const label = this.#boxes.get(name)?.parentElement
    if (label) label.hidden = hidden
  }
}
