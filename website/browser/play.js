// A Play button under each diagram whose story the build wrote down. Pressed, it opens the player in the diagram's
// place; until then nothing of the player, and no story, is fetched. Where the reader has changed the diagram, the
// engine tells its story anew. The sandbox, where there is one, starts here too.
//
// playing   the player is what the reader wants to see
// telling   the story asked for last; one that was asked for before the diagram changed again is not shown
// fresh     the player has the story of the diagram as it is now

import { alive } from "./cell.js"
import { button as newButton, html } from "./dom.js"
import { insist } from "./insist.js"

async function open(figure) {
  const [{ Player }, { prepare }] = await Promise.all([import("./player.js"), import("./elements.js")])
  const words = await prepare()
  const box = html("div", { hidden: true }) // until it has a story
  figure.prepend(box)
  return new Player(box, words)
}

async function story(figure) {
  if (figure.matches(".live-changed")) return (await alive()).story(figure)
  return (await fetch(figure.dataset.story)).json()
}

for (const one of document.querySelectorAll(".diagram[data-story]")) {
  const figure = /** @type {HTMLElement} */ (one)
  const { play = "", close: back = "", failed = "" } = figure.dataset
  const button = newButton("play-here", play, () => press())
  const failure = html("p", { className: "play-failed", role: "alert" }, failed)
  let player
  let playing = false
  let telling
  let fresh = false
  let rest
  const tell = async () => {
    const mine = (telling = {})
    try {
      player ??= open(figure)
      const [one, told] = await Promise.all([player, fresh ? undefined : story(figure)])
      if (telling !== mine) return
      if (told) one.show(told)
      fresh = true
      one.box.hidden = false
      figure.classList.add("playing")
      button.textContent = back
    } catch {
      if (telling === mine) fail()
    }
  }
  const close = () => {
    playing = false
    telling = undefined
    clearTimeout(rest)
    figure.classList.remove("playing")
    button.textContent = play
    return player.then((one) => {
      one.pause()
      one.box.hidden = true
      return one.box
    })
  }
  // Nothing half made stays: the next press begins anew.
  const fail = () => {
    close().then(
      (box) => box.remove(),
      () => {},
    )
    player = undefined
    fresh = false
    button.after(failure)
  }
  const press = async () => {
    failure.remove()
    if (playing) return close()
    playing = true
    button.disabled = true
    await tell()
    button.disabled = false
  }
  figure.addEventListener("changed", () => {
    failure.remove()
    fresh = false
    telling = undefined
    clearTimeout(rest)
    if (!playing) return
    if (figure.matches(".live-lost")) player.then((one) => one.pause())
    else rest = setTimeout(tell, 100)
  })
  figure.querySelector("details")?.before(button)
}

const PARTS = { ".sandbox": () => import("./sandbox.js"), ".nudges": () => import("./nudges.js") }
for (const [selector, load] of Object.entries(PARTS)) {
  const place = document.querySelector(selector)
  if (place) insist(place, load)
}
