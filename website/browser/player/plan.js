// How large a drawing is, and where its layers and rows lie. A graph grows from left to right; where that is too wide for
// its box it stands upright: its layers lie below one another, and its cards are narrower.
//
// room   what must not shrink while nothing but numbers change: the gap between two layers, and what the widest sum needs
//        beside its card
// plan   all measures of a drawing, in pixels of its own

/** @typedef {import("../types.d.ts").Story} Story */
/** @typedef {{ gap: number, left: number, upright: boolean }} Room */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {Size & { upright: boolean, left: number, top: number, card: Size, layer: number, row: number }} Plan */

const CARD = { width: 148, height: 70 }
const UPRIGHT = { card: 112, gap: 76, beside: 14, margin: 8 }
const READABLE = 0.86 // of its own size, at least, a drawing is read with ease: player.css makes none smaller
const GAP = 114 // between two layers, at least: what is said on an edge stands there
const LETTER = 9 // the width of one, nearly, for texts that must not meet
const ROW = 106
const MARGIN = 24
const HEAD = 24 // more of it at the top, for what is said on the upper of two edges between the same cards
const FOOT = 18 // for the sum below the lowest card

/**
 * What is said on an edge stands between two layers, and a sum may be wider than its card.
 *
 * @param {Story} story
 * @param {number} available the width of the box
 * @param {{ gap: number, left: number }} [before]
 * @returns {Room}
 */
export function roomFor(story, available, before = { gap: GAP, left: 0 }) {
  const { backward } = story
  const widest = (/** @type {string[]} */ texts) => LETTER * Math.max(0, ...texts.map(({ length }) => length))
  const gap = Math.max(before.gap, widest(backward.map(({ product }) => product)) + LETTER)
  const left = Math.max(before.left, (widest(backward.map(({ sum }) => sum)) - UPRIGHT.card) / 2)
  return { gap, left, upright: standsUpright(story, { gap, left }, available) }
}

/**
 * @param {Story} story
 * @param {{ gap: number, left: number }} room
 * @param {number} available
 */
export function standsUpright(story, room, available) {
  const [lying, standing] = [false, true].map((upright) => planOf(story, { ...room, upright }).width)
  return standing < lying && available < lying * READABLE
}

/**
 * @param {Story} story
 * @param {Room} room
 * @returns {Plan}
 */
export function planOf(story, { gap, left, upright }) {
  const columns = Math.max(...story.nodes.map(({ layer }) => layer)) // less one, as are the rows
  const rows = Math.max(...story.nodes.map(({ height }) => height), ...story.edges.flatMap(({ lane }) => lane))
  const card = { ...CARD, width: upright ? UPRIGHT.card : CARD.width }
  const layer = upright ? card.height + UPRIGHT.gap : card.width + gap
  const row = upright ? card.width + UPRIGHT.beside : ROW
  const top = MARGIN + (!upright && story.edges.some(({ bow }) => bow) ? HEAD : 0)
  const [across, down] = upright ? [rows * row, columns * layer] : [columns * layer, rows * row]
  const side = Math.max(left, upright ? UPRIGHT.margin : MARGIN)
  const width = across + card.width + 2 * side
  return { upright, left: side, top, card, layer, row, width, height: down + card.height + top + MARGIN + FOOT }
}
