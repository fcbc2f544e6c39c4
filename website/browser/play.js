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

/** @param {HTMLElement} figure */
function makePlayable(figure) {
  const { play, close: back, failed } = /** @type {Record<string, string>} */ (figure.dataset)
  const switchOver = button("play-here", play, press)
  const failure = html("p", { className: "play-failed", role: "alert" }, failed)
  let playing = false
  let fresh = false
  /** @type {object | undefined} */
  let telling
  /** @type {Promise<Player> | undefined} */
  let opened
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest

  async function press() {
    failure.remove()
    if (playing) return close()
    playing = true
    switchOver.disabled = true
    await tell()
    switchOver.disabled = false
  }

  async function tell() {
    const mine = (telling = {})
    try {
      opened ??= openPlayer(figure)
      const [player, stories] = await Promise.all([opened, fresh ? undefined : storiesOf(figure)])
      if (telling !== mine) return
      if (stories) player.show(stories)
      fresh = true
      player.box.hidden = false
      figure.classList.add("playing")
      switchOver.textContent = back
    } catch {
      if (telling === mine) fail()
    }
  }

  function close() {
    playing = false
    telling = undefined
    clearTimeout(rest)
    figure.classList.remove("playing")
    switchOver.textContent = play
    return opened?.then((player) => {
      player.pause()
      player.box.hidden = true
      return player.box
    })
  }

  // Nothing half made stays: the next press begins anew.
  function fail() {
    close()?.then(
      (box) => box.remove(),
      () => {},
    )
    opened = undefined
    fresh = false
    switchOver.after(failure)
  }

  // The diagram is another: once it rests, the player follows.
  function follow() {
    failure.remove()
    fresh = false
    telling = undefined
    clearTimeout(rest)
    if (!playing) return
    if (figure.matches(".live-lost")) opened?.then((player) => player.pause())
    else rest = setTimeout(tell, REST)
  }

  figure.addEventListener("changed", follow)
  figure.querySelector("details")?.before(switchOver)
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
  return (await fetch(/** @type {string} */ (figure.dataset.story))).json()
}

/** @type {NodeListOf<HTMLElement>} */
const figures = document.querySelectorAll(".diagram[data-story]")
figures.forEach(makePlayable)

const PARTS = { ".sandbox": () => import("./sandbox.js"), ".nudges": () => import("./nudges.js") }
for (const [selector, load] of Object.entries(PARTS)) {
  const place = document.querySelector(selector)
  if (place) insist(place, load)
}
