// A Play button under each diagram whose story the build wrote down. Pressed, it opens the player in the diagram's
// place; until then nothing of the player, and no story, is fetched. Where the reader has changed the diagram, the
// engine tells its story anew. The sandbox, where there is one, starts here too.
//
// playing   the player is what the reader wants to see
// telling   the story asked for last; one that was asked for before the diagram changed again is not shown
// fresh     the player has the story of the diagram as it is now

import { alive } from "./cell.js"
import { button, html } from "./dom.js"
import { insist } from "./insist.js"

/** @typedef {import("./player.js").Player} Player */

const REST = 100 // ms without a change, after which the player follows

class PlayableDiagram {
  #playing = false
  #fresh = false
  /** @type {object | undefined} */
  #telling
  /** @type {Promise<Player> | undefined} */
  #player
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest
  #button
  #failure

  /** @param {HTMLElement} figure */
  constructor(figure) {
    this.figure = figure
    this.#button = button("play-here", figure.dataset.play ?? "", () => this.#press())
    this.#failure = html("p", { className: "play-failed", role: "alert" }, figure.dataset.failed ?? "")
    figure.addEventListener("changed", () => this.#follow())
    figure.querySelector("details")?.before(this.#button)
  }

  async #press() {
    this.#failure.remove()
    if (this.#playing) return this.#close()
    this.#playing = true
    this.#button.disabled = true
    await this.#tell()
    this.#button.disabled = false
  }

  async #tell() {
    const telling = (this.#telling = {})
    try {
      this.#player ??= openPlayer(this.figure)
      const [player, stories] = await Promise.all([this.#player, this.#fresh ? undefined : storiesOf(this.figure)])
      if (this.#telling !== telling) return
      if (stories) player.show(stories)
      this.#fresh = true
      player.box.hidden = false
      this.figure.classList.add("playing")
      this.#button.textContent = this.figure.dataset.close ?? ""
    } catch {
      if (this.#telling === telling) this.#fail()
    }
  }

  #close() {
    this.#playing = false
    this.#telling = undefined
    clearTimeout(this.#rest)
    this.figure.classList.remove("playing")
    this.#button.textContent = this.figure.dataset.play ?? ""
    return this.#player?.then((player) => {
      player.pause()
      player.box.hidden = true
      return player.box
    })
  }

  // Nothing half made stays: the next press begins anew.
  #fail() {
    this.#close()?.then(
      (box) => box.remove(),
      () => {},
    )
    this.#player = undefined
    this.#fresh = false
    this.#button.after(this.#failure)
  }

  // The diagram is another: once it rests, the player follows.
  #follow() {
    this.#failure.remove()
    this.#fresh = false
    this.#telling = undefined
    clearTimeout(this.#rest)
    if (!this.#playing) return
    if (this.figure.matches(".live-lost")) this.#player?.then((player) => player.pause())
    else this.#rest = setTimeout(() => this.#tell(), REST)
  }
}

/**
 * @param {HTMLElement} figure
 * @returns {Promise<Player>}
 */
async function openPlayer(figure) {
  const [{ Player }, { prepare }] = await Promise.all([import("./player.js"), import("./elements.js")])
  const words = await prepare()
  const box = html("div", { hidden: true }) // until it has a story
  figure.prepend(box)
  return new Player(box, words)
}

/**
 * @param {HTMLElement} figure
 * @returns {Promise<import("./types.d.ts").Stories>}
 */
async function storiesOf(figure) {
  if (figure.matches(".live-changed")) return (await alive()).story(figure)
  return (await fetch(figure.dataset.story ?? "")).json()
}

/** @type {NodeListOf<HTMLElement>} */
const figures = document.querySelectorAll(".diagram[data-story]")
for (const figure of figures) new PlayableDiagram(figure)

const PARTS = { ".sandbox": () => import("./sandbox.js"), ".nudges": () => import("./nudges.js") }
for (const [selector, load] of Object.entries(PARTS)) {
  const place = document.querySelector(selector)
  if (place) insist(place, load)
}
