// What a page says of its trainings, in its language; the build writes it into pages that have some.

import { formatNumber } from "./manner.js"

export const dataElement = /** @type {HTMLElement | null} */ (document.querySelector("[data-trainings]"))

/** @type {Record<string, string>} */
export const trainingWords = JSON.parse(dataElement?.dataset.words ?? "{}")

/**
 * The numbers of a sentence as readers write them.
 *
 * @param {Record<string, any>} news
 */
export const numbersOf = ({ done, steps, left = 0 }) => ({
  done: formatNumber(done),
  steps: formatNumber(steps),
  left: formatNumber(Math.ceil(left ?? 0)),
})
