// What a page says of its trainings, in its language; the build writes it into pages that have some.

export const mark = /** @type {HTMLElement | null} */ (document.querySelector("[data-trainings]"))

/** @type {Record<string, string>} */
export const trainingWords = JSON.parse(mark?.dataset.words ?? "{}")

const count = new Intl.NumberFormat(document.documentElement.lang)

/**
 * The numbers of a sentence as readers write them.
 *
 * @param {Record<string, any>} news
 */
export const numbersOf = ({ done, steps, left = 0 }) => ({
  done: count.format(done),
  steps: count.format(steps),
  left: count.format(Math.ceil(left ?? 0)),
})
