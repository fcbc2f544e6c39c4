// Plays a graph: values forward, gradients backward, one step at a time, as a drawing, in words and as a table.
//
//   const player = new Player(box, words)     box: an empty element; words: website/words/<language>.json
//   player.show({ story, expanded }, { at })  what website/shared/story.py tells; `at`: where to stand, else after Forward
//   player.at, player.on (the switches)        where it stands
//
// at       how many moments have happened (player/moments.js)
//
// Nothing is computed here but places on the screen: numbers, their texts, layers and heights come from Python.

import { html } from "./dom.js"
import { Buttons, Switches } from "./player/controls.js"
import { Drawing } from "./player/drawing.js"
import { listen } from "./player/input.js"
import { lengthOfForward, momentsOf, stateAt } from "./player/moments.js"
import { planOf, roomFor, standsUpright } from "./player/plan.js"
import { sentenceAt } from "./player/sentences.js"
import { Text } from "./player/text.js"
import { LEVEL, tilted } from "./player/tilt.js"

/** @typedef {import("./types.d.ts").Story} Story */
/** @typedef {import("./types.d.ts").Switch} Switch */
/** @typedef {import("./player/plan.js").Room} Room */
/** @typedef {import("./player/tilt.js").Tilt} Tilt */

const STEP = 1300 // ms, while playing

export class Player {
  at = 0
  /** @type {Record<Switch, boolean>} */
  on = { locals: false, expanded: false, gradients: false }
  /** @type {Tilt} */
  view = LEVEL
  /** @type {import("./types.d.ts").Stories | undefined} */
  #stories
  /** @type {Story} */
  #story = { nodes: [], edges: [], backward: [] }
  /** @type {import("./types.d.ts").Moment[]} */
  #moments = []
  #shape = ""
  /** @type {Room | undefined} */
  #room
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  #still = matchMedia("(prefers-reduced-motion: reduce)")
  #buttons
  #switches
  #drawing
  #text
  #sentence = html("p", { className: "player-said", ariaLive: "polite" })

  /**
   * @param {HTMLElement} box
   * @param {import("./types.d.ts").Words} words
   */
  constructor(box, words) {
    this.box = box
    this.words = words
    this.#buttons = new Buttons(words, {
      forward: () => this.#start(0, lengthOfForward(this.#moments)),
      backward: () => this.#start(lengthOfForward(this.#moments)),
      previous: () => this.step(-1),
      play: () => this.playOrPause(),
      next: () => this.step(1),
      go: (at) => this.jump(at),
    })
    this.#switches = new Switches(
      words,
      (name, on) => this.toggle(name, on),
      () => this.tilt(0, 0, LEVEL),
    )
    this.#drawing = new Drawing(words)
    this.#text = new Text(words)
    listen(this, this.#drawing.element, this.#switches.grip)
    box.classList.add("player")
    // A graph may be taller than the screen: what the reader presses, and what it says then, stay in sight together.
    box.append(html("div", { className: "player-head" }, this.#buttons.element, this.#sentence))
    box.append(...[this.#drawing, this.#switches, this.#text].map(({ element }) => element))
    addEventListener("resize", () => this.#fit())
  }

  /**
   * @param {import("./types.d.ts").Stories} stories
   * @param {{ at?: number }} [where]
   */
  show(stories, { at } = {}) {
    this.#stories = stories
    this.#story = (this.on.expanded && stories.expanded) || stories.story
    this.#moments = momentsOf(this.#story)
    this.#switches.hide("expanded", !stories.expanded)
    this.#buttons.slider.max = String(this.#moments.length)
    const shape = shapeOf(this.#story)
    const same = shape === this.#shape
    if (!same) this.pause()
    this.#shape = shape
    this.#draw(same)
    // The same graph with other numbers stays where it was; a new one has its forward pass done.
    this.go(at ?? (same ? this.at : lengthOfForward(this.#moments)))
  }

  /**
   * Where to stand: `at` moments have happened.
   *
   * @param {number} at
   * @param {{ travel?: boolean }} [how]
   */
  go(at, { travel = false } = {}) {
    this.at = Math.max(0, Math.min(this.#moments.length, Math.round(at) || 0))
    const state = stateAt(this.#story, this.#moments, this.at)
    const sentence = this.#sentenceAt(this.at)
    this.#drawing.update(state, this.on)
    this.#text.update(this.#story.nodes, state, this.on.gradients, () => this.#sentencesSoFar())
    this.#buttons.setAt(this.at, sentence)
    if (this.#sentence.textContent !== sentence) this.#sentence.textContent = sentence
    this.#drawing.travel(travel && !this.#still.matches ? state.now : undefined)
  }

  play(end = this.#moments.length) {
    this.pause()
    this.#buttons.setPlaying(true)
    const next = () => {
      if (this.at >= Math.min(end, this.#moments.length)) return this.pause()
      this.go(this.at + 1, { travel: true })
      this.#reveal()
      this.#timer = setTimeout(next, STEP)
    }
    next()
  }

  pause() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#buttons.setPlaying(false)
  }

  playOrPause() {
    if (this.#timer) return this.pause()
    if (this.at === this.#moments.length) this.go(0)
    this.play()
  }

  /** @param {number} steps */
  step(steps) {
    this.jump(this.at + steps, { travel: steps > 0 })
  }

  /**
   * Somewhere else, where the player then stays.
   *
   * @param {number} at
   * @param {{ travel?: boolean }} [how]
   */
  jump(at, how) {
    this.pause()
    this.go(at, how)
    this.#reveal()
  }

  /**
   * @param {Switch} name
   * @param {boolean} on
   */
  toggle(name, on) {
    this.on[name] = on
    this.#switches.set(name, on)
    if (!this.#stories) return
    const at = this.at === this.#moments.length ? Infinity : undefined
    if (name === "expanded") this.show(this.#stories, { at })
    else this.go(this.at)
  }

  /**
   * Tilt the drawing further.
   *
   * @param {number} yaw
   * @param {number} pitch
   * @param {Tilt} [from]
   */
  tilt(yaw, pitch, from = this.view) {
    this.view = tilted(from, yaw, pitch)
    if (this.#room) this.#drawing.place(planOf(this.#story, this.#room), this.view)
  }

  /**
   * Forward and Backward start their own direction over.
   *
   * @param {number} at
   * @param {number} [end]
   */
  #start(at, end) {
    this.go(at)
    this.play(end)
  }

  /** @param {boolean} same whether the graph is the one that is drawn: then its room never shrinks */
  #draw(same) {
    const before = same ? this.#room : undefined
    const room = roomFor(this.#story, this.#available, before)
    if (before && before.upright === room.upright && before.gap >= room.gap && before.left >= room.left)
      return this.#drawing.renew(this.#story)
    this.#room = room
    this.#drawing.draw(this.#story, planOf(this.#story, room), this.view)
    this.#text.draw(this.#story.nodes)
  }

  get #available() {
    return this.box.parentElement?.clientWidth ?? Infinity
  }

  // The window has another width.
  #fit() {
    if (!this.#room || !this.#stories) return
    if (standsUpright(this.#story, this.#room, this.#available) !== this.#room.upright) {
      this.show(this.#stories, { at: this.at })
    }
  }

  #reveal() {
    this.#drawing.reveal(this.#still.matches ? "auto" : "smooth")
  }

  /** @param {number} at */
  #sentenceAt(at) {
    return sentenceAt(this.#story, this.#moments, at, this.words)
  }

  #sentencesSoFar() {
    return this.#moments.slice(0, this.at).map((_, index) => this.#sentenceAt(index + 1))
  }
}

/**
 * What two stories have in common whose drawings differ in nothing but numbers.
 *
 * @param {Story} story
 */
function shapeOf({ nodes }) {
  return JSON.stringify(nodes.map(({ parents, layer, height, title, name }) => [parents, layer, height, title, name]))
}
