// The legend of a picture of curves: each entry is a switch, by which the reader takes a series away and brings it back.

import { button, percent } from "./dom.js"

/** @typedef {import("./types.d.ts").Overlay} Overlay */

/**
 * A switch over each entry of the legend.
 *
 * @param {Overlay} overlay
 */
export function switchesOf(overlay) {
  const { drawing, readings, off } = overlay
  return (readings?.entries ?? []).map(([x, y, width], number) => {
    const view = drawing.viewBox.baseVal
    const name = readings?.names[number] ?? ""
    const element = button("picture-switch", "", () => {
      if (!off.delete(name)) off.add(name)
      showSwitched(overlay)
    })
    element.role = "switch"
    element.ariaLabel = name
    const [left, top] = [percent((x - 4) / view.width), percent((y - view.y) / view.height)]
    Object.assign(element.style, { left, top, width: percent((width + 8) / view.width) })
    return element
  })
}

/**
 * Show the series that are on, and no other.
 *
 * @param {Overlay} overlay
 */
export function showSwitched({ drawing, readings, off, switches }) {
  readings?.names.forEach((name, number) => {
    const isOff = off.has(name) && Boolean(switches.children[number])
    switches.children[number]?.setAttribute("aria-checked", String(!isOff))
    for (const shape of drawing.querySelectorAll(`[data-series="${number}"]`)) shape.classList.toggle("off", isOff)
    for (const shape of drawing.querySelectorAll(`[data-entry="${number}"]`)) shape.classList.toggle("faint", isOff)
  })
}
