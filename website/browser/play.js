// A Play button under each diagram whose story the build wrote down. Pressed, it opens the player in the diagram's
// place; until then nothing of the player, and no story, is fetched. Where the reader has changed the diagram, the
// engine tells its story anew. The sandbox, the nudges and the guesses, where there are any, start here too; so does
// what keeps the course.
//
// playing   the player is what the reader wants to see
// telling   the story asked for last; one that was asked for before the diagram changed again is not shown
// fresh     the player has the story of the diagram as it is now

import { alive } from "./cell.js"
import { button as newButton, html } from "./dom.js"
import { fetchOrThrow } from "./fetch-or-throw.js"
import { once } from "./once.js"
import { withRetry } from "./retry.js"

/** @typedef {import("./player.js").Player} Player */

const REST = 100 // ms without a change, after which the player follows

/** @param {HTMLElement} figure */
function addPlayButton(figure) {
  const { play = "", close: back = "", failed = "" } = figure.dataset
  const button = newButton("play-here", play, press)
  const failure = html("p", { className: "play-failed", role: "alert" }, failed)
  /** @type {Player | undefined} */
  let player
  /** @type {object | undefined} */
  let telling
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest
  const openOnce = once(async () => (player = await openPlayer(figure)))
  let playing = false
  let fresh = false

  async function press() {
    failure.remove()
    if (playing) return close()
    playing = true
    button.disabled = true
    await tell()
    button.disabled = false
  }

  async function tell() {
    const mine = (telling = {})
    try {
      const [open, stories] = await Promise.all([openOnce(), fresh ? undefined : storiesOf(figure)])
      if (telling !== mine) return
      if (stories) open.show(stories)
      fresh = true
      open.box.hidden = false
      figure.classList.add("playing")
      button.textContent = back
    } catch {
      if (telling !== mine) return
      close()
      button.after(failure)
    }
  }

  function close() {
    playing = false
    forget()
    figure.classList.remove("playing")
    button.textContent = play
    player?.pause()
    if (player) player.box.hidden = true
  }

  function forget() {
    telling = undefined
    clearTimeout(rest)
  }

  // The diagram is another: once it rests, the player follows.
  figure.addEventListener("changed", () => {
    failure.remove()
    fresh = false
    forget()
    if (!playing) return
    if (figure.matches(".live-lost")) player?.pause()
    else rest = setTimeout(tell, REST)
  })
  figure.querySelector("details")?.before(button)
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
  return (await fetchOrThrow(figure.dataset.story ?? "")).json()
}

/** @type {NodeListOf<HTMLElement>} */
const figures = document.querySelectorAll(".diagram[data-story]")
figures.forEach(addPlayButton)

const PARTS = {
  ".guess": () => import("./guesses.js"),
  ".nudges": () => import("./nudges.js"),
  ".picture": () => import("./pictures.js"),
  ".sandbox": () => import("./sandbox.js"),
  "#offline": () => import("./offline.js"),
}
for (const [selector, load] of Object.entries(PARTS)) {
  const place = document.querySelector(selector)
  if (place) withRetry(place, load)
}
