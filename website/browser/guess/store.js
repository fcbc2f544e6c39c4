// The reader's guesses, kept in this browser alone: for each page that has some, a list.
//
// asked   the expression of the question; where a page asks something else now, the old guess is none
// guess   what was typed, or the number of an option; null where the reader asked for the answer

import { entriesOf, store } from "../page-store.js"

const KEY = "minigrad-guesses"

/** @typedef {{ number: number, asked: string }} Question */
/** @typedef {Question & { guess: string | null }} Entry */

/** @returns {Entry[]} */
const entries = () =>
  entriesOf(KEY).filter(
    ({ number, asked, guess }) =>
      Number.isInteger(number) && typeof asked === "string" && (typeof guess === "string" || guess === null),
  )

/**
 * The guess that is kept for a question, if there is any.
 *
 * @param {Question} question
 */
export const keptGuess = ({ number, asked }) =>
  entries().find((entry) => entry.number === number && entry.asked === asked)?.guess

/**
 * @param {Question} question
 * @param {string | null} [guess] without it, the guess is forgotten
 */
export function keepGuess({ number, asked }, guess) {
  const others = entries().filter((entry) => entry.number !== number)
  store(KEY, guess === undefined ? others : [...others, { number, asked, guess }])
}
