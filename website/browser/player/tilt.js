// A drawing seen from the side: its layers lie one behind the other, and what is nearer is larger.

/** @typedef {{ yaw: number, pitch: number }} Tilt in radians: turned to the side, and up or down */
/** @typedef {import("./plan.js").Plan} Plan */

const MOST = 0.5 // radians
const LAYER = 70 // how deep a layer lies behind the one before it
const FAR = 1400 // how far off the eye is

export const LEVEL = { yaw: 0, pitch: 0 }

/**
 * A tilt further, within limits.
 *
 * @param {Tilt} tilt
 * @param {number} yaw
 * @param {number} pitch
 * @returns {Tilt}
 */
export function tilted(tilt, yaw, pitch) {
  const clamp = (/** @type {number} */ angle) => Math.max(-MOST, Math.min(MOST, angle))
  return { yaw: clamp(tilt.yaw + yaw), pitch: clamp(tilt.pitch + pitch) }
}

/**
 * Where a place of the plan is seen, and how large.
 *
 * @param {Plan} plan
 * @param {Tilt} tilt
 * @param {number} x
 * @param {number} y
 */
export function project({ width, height, upright, layer }, { yaw, pitch }, x, y) {
  const [dx, dy] = [x - width / 2, y - height / 2]
  const depth = yaw || pitch ? ((upright ? dy : dx) / layer) * LAYER : 0
  const turned = depth * Math.cos(yaw) - dx * Math.sin(yaw)
  const size = 1 + (turned * Math.cos(pitch) - dy * Math.sin(pitch) - depth) / FAR
  return {
    x: width / 2 + (dx * Math.cos(yaw) + depth * Math.sin(yaw)) * size,
    y: height / 2 + (dy * Math.cos(pitch) + turned * Math.sin(pitch)) * size,
    size,
  }
}
