// The reader's code, kept in this browser alone: for each page that has some, a list of what was edited there.
//
// entry      a cell's number, the code that the page had there, and the reader's
// outdated   an entry for a snippet that the page has no more: the reader may have it back, but not in silence

import { entriesOf, store } from "./page-store.js"

/** @typedef {{ number: number, page: string, code: string }} Entry */
/** @typedef {{ number: number, published: string }} Published what a cell of the page was when it came */

const KEY = "minigrad-code"

/** @returns {Entry[]} */
const entries = () => entriesOf(KEY).filter(isEntry)

/** @param {any} entry */
const isEntry = ({ number, page, code }) =>
  Number.isInteger(number) && typeof page === "string" && typeof code === "string"

// Whether there is code of the reader's for this page.
export const hasKeptCode = () => entriesOf(KEY).length > 0

/**
 * The reader's code for the cells of this page, and what is outdated. A snippet that has moved is the same snippet.
 *
 * @template {Published} Cell
 * @param {Cell[]} cells
 */
export function keptCode(cells) {
  /** @type {Map<Cell, string>} */
  const codes = new Map()
  const outdated = entries().filter(({ number, page, code }) => {
    const same = cells.filter((cell) => cell.published === page && !codes.has(cell))
    const cell = same.find((cell) => cell.number === number) ?? same[0]
    if (cell) codes.set(cell, code)
    return !cell
  })
  return { codes, outdated }
}

/**
 * The code of one cell; what is kept for others stays, and may be from another tab.
 *
 * @param {Published[]} cells of the page
 * @param {Published} cell one of them
 * @param {string} [code] none where it is the page's
 */
export function keepCode(cells, cell, code) {
  const { codes, outdated } = keptCode(cells)
  if (code === undefined) codes.delete(cell)
  else codes.set(cell, code)
  store(KEY, [...entriesOfCells(codes), ...outdated])
}

/** @param {Map<Published, string>} codes */
const entriesOfCells = (codes) => [...codes].map(([{ number, published }, code]) => ({ number, page: published, code }))

/** @param {Published[]} cells whose page the reader wants no outdated code for */
export function forgetOutdated(cells) {
  store(KEY, entriesOfCells(keptCode(cells).codes))
}
