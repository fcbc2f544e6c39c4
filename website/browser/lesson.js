/**
 * The page that has come alive: its cells, its words and what else website/browser/cell.js lends.
 *
 * @type {import("./types.d.ts").Page}
 */
export const lesson = { cells: [], words: {}, redraw() {} }
