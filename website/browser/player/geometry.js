// From layers and heights to the screen. A place is told in two numbers, whichever way the graph grows: how far along its
// layers (far), how far across them (wide).

import { project } from "./tilt.js"

/** @typedef {import("../types.d.ts").StoryNode} StoryNode */
/** @typedef {import("../types.d.ts").StoryEdge} StoryEdge */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./tilt.js").Tilt} Tilt */

const PORT = 22 // between two edges that enter the same card
const BOW = { lying: 90, upright: 130 } // between two edges from one card to the same other one

/**
 * The transform of a card.
 *
 * @param {StoryNode} node
 * @param {Plan} plan
 * @param {Tilt} tilt
 */
export function cardTransform(node, plan, tilt) {
  const { along, across, eye, thickness } = axesOf(plan, tilt)
  const { x, y, size } = eye(along(node.layer) + thickness / 2, across(node.height))
  return `translate(${x} ${y}) scale(${size}) translate(${-plan.card.width / 2} ${-plan.card.height / 2})`
}

/**
 * The path of an edge, and the transform of what is said on it.
 *
 * @param {StoryEdge} edge
 * @param {StoryNode[]} nodes
 * @param {Plan} plan
 * @param {Tilt} tilt
 */
export function edgePath(edge, nodes, plan, tilt) {
  const { along, across, eye, thickness } = axesOf(plan, tilt)
  const { upright } = plan
  const bow = edge.bow * (upright ? BOW.upright : BOW.lying)
  const [parent, child] = [nodes[edge.parent], nodes[edge.child]]
  const point = (/** @type {number} */ far, /** @type {number} */ wide) => {
    const { x, y } = eye(far, wide)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  }
  let [far, wide] = [along(parent.layer) + thickness, across(parent.height)]
  let middle = { x: 0, y: 0 }
  let path = `M${point(far, wide)}`
  const curve = (/** @type {number} */ toFar, /** @type {number} */ toWide) => {
    const bend = (toFar - far) / 2
    path += `C${point(far + bend, wide + bow)} ${point(toFar - bend, toWide + bow)} ${point(toFar, toWide)}`
    // Upright, words stand beside each other: nearer to the parents, which lie further apart.
    const share = upright && !bow ? 0.28 : 0.5
    middle = eye((far + toFar) / 2, wide + (toWide - wide) * share + bow * 0.75)
    ;[far, wide] = [toFar, toWide]
  }
  edge.lane.forEach((row, index) => {
    curve(along(parent.layer + 1 + index), across(row))
    far += thickness
    path += `L${point(far, wide)}`
  })
  curve(along(child.layer), across(child.height) + edge.port * PORT)
  return { path, label: `translate(${middle.x} ${middle.y - (upright ? 2 : 20)})` }
}

/**
 * What the picture shows of itself. Tilted, its corners leave the box: the view takes a step back.
 *
 * @param {Plan} plan
 * @param {Tilt} tilt
 */
export function viewBox(plan, tilt) {
  const { width, height } = plan
  const corners = [0, width].flatMap((x) => [0, height].map((y) => project(plan, tilt, x, y)))
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(0, ...xs), Math.min(0, ...ys)]
  return [x, y, Math.max(width, ...xs) - x, Math.max(height, ...ys) - y].join(" ")
}

/**
 * @param {Plan} plan
 * @param {Tilt} tilt
 */
function axesOf(plan, tilt) {
  const { upright, left, top, card, layer, row } = plan
  return {
    thickness: upright ? card.height : card.width,
    along: (/** @type {number} */ layers) => (upright ? top : left) + layers * layer,
    across: (/** @type {number} */ rows) => (upright ? left + card.width / 2 : top + card.height / 2) + rows * row,
    eye: (/** @type {number} */ far, /** @type {number} */ wide) =>
      upright ? project(plan, tilt, wide, far) : project(plan, tilt, far, wide),
  }
}
