// A moment in words.

import { fill } from "../dom.js"

/**
 * @param {import("../types.d.ts").Story} story
 * @param {import("../types.d.ts").Moment[]} moments
 * @param {number} at
 * @param {import("../types.d.ts").Words} words
 */
export function sentenceAt({ nodes }, moments, at, words) {
  const moment = moments[at - 1]
  if (!moment) return words.say_start
  const { called, gradient, computed } = moment.node
  if (moment.kind === "seed") return fill(words.say_seed, { root: called, gradient })
  if (moment.kind === "value") {
    const sentence = fill(words.say_value, { node: called, computed })
    return moments[at].kind === "seed" ? `${sentence} ${words.say_computed}` : sentence
  }
  const { child, text, sum } = moment.step
  const values = { child: nodes[child].called, parent: called, text, sum }
  return fill(words.say_step, values) + (sum ? ` ${fill(words.say_sum, values)}` : "")
}
