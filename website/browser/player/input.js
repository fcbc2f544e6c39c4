// Keys in a drawing step and tilt it; a mouse tilts it anywhere. A finger scrolls the drawing, and tilts it by the grip.

import { followDrag } from "../drag.js"

/** @typedef {import("../player.js").Player} Player */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }
const KEY = 1 / 12 // radians, by one press
const PIXEL = 1 / 400 // radians, by one pixel

/**
 * @param {Player} player
 * @param {HTMLElement} drawing
 * @param {HTMLElement} grip
 */
export function listen(player, drawing, grip) {
  drawing.onkeydown = (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && press(player, event)) event.preventDefault()
  }
  drawing.onpointerdown = (event) => {
    if (event.pointerType === "touch") return
    drawing.focus({ preventScroll: true }) // a press that is followed gives no focus by itself
    drag(player, event)
  }
  grip.onpointerdown = (event) => drag(player, event)
}

/**
 * Whether the key does anything.
 *
 * @param {Player} player
 * @param {KeyboardEvent} event
 */
function press(player, { key, shiftKey }) {
  const [right, down] = ARROWS[key] ?? [0, 0]
  if (shiftKey && (right || down)) player.tilt(right * KEY, down * KEY)
  else if (right) player.step(right)
  else if (key === " ") player.playOrPause()
  else if (key === "Home") player.jump(0)
  else if (key === "End") player.jump(Infinity)
  else return false
  return true
}

/**
 * @param {Player} player
 * @param {PointerEvent} event
 */
function drag(player, event) {
  if (event.button) return
  const from = player.view
  followDrag(event, (x, y) => player.tilt(x * PIXEL, y * PIXEL, from))
}
