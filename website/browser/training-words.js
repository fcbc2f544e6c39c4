// What a page says of its trainings, in its language; the build writes it into pages that have some.

import { written } from "./manner.js"

export const mark = /** @type {HTMLElement | null} */ (document.querySelector("[data-trainings]"))

/** @type {Record<string, string>} */
export const trainingWords = JSON.parse(mark?.dataset.words ?? "{}")

/**
 * The numbers of a sentence as readers write them.
 *
 * @param {Record<string, any>} news
 */
export const numbersOf = ({ done, steps, left = 0 }) => ({
  done: written(done),
  steps: written(steps),
  left: written(Math.ceil(left ?? 0)),
})
