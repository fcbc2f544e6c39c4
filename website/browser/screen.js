// The first cell that is more than a screen further down. While a number is dragged, it waits until that rests.

import { lesson } from "./lesson.js"

/** @type {Set<number>} */
const below = new Set()

export const firstBelow = () => (below.size ? Math.min(...below) : null)

export function watchScreen() {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        const number = Number(/** @type {HTMLElement} */ (target).dataset.cell)
        if (!isIntersecting && boundingClientRect.top > 0) below.add(number)
        else below.delete(number)
      }
    },
    { rootMargin: "0px 0px 100%" },
  )
  for (const { element } of lesson.cells) observer.observe(element)
}
