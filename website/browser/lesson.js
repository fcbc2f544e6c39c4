/**
 * The page that has come alive: its cells, its words and what else website/browser/cell.js lends.
 *
 * @type {import("./types.d.ts").Page}
 */
export const lesson = { cells: [], redraw() {} }

/** @param {number} number */
export const cellOf = (number) => lesson.cells.find((cell) => cell.number === number)
