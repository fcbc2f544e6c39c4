// What happens in a graph, in its order: each node gets its value, the root its gradient of 1, and then each edge carries
// a contribution from its child back to its parent.
//
// moment   one of these
// at       how many moments have happened
// state    what is known by then: which nodes have a value, what each gradient is so far, which edges were walked

/** @typedef {import("../types.d.ts").Story} Story */
/** @typedef {import("../types.d.ts").Moment} Moment */

/**
 * @param {Story} story
 * @returns {Moment[]}
 */
export function momentsOf({ nodes, backward }) {
  return [
    ...nodes.filter(({ parents }) => parents.length).map((node) => ({ kind: /** @type {const} */ ("value"), node })),
    { kind: "seed", node: nodes[nodes.length - 1] },
    ...backward.map((step) => ({ kind: /** @type {const} */ ("step"), node: nodes[step.parent], step })),
  ]
}

/**
 * How many moments the forward pass has.
 *
 * @param {Moment[]} moments
 */
export const lengthOfForward = (moments) => moments.findIndex(({ kind }) => kind === "seed")

/**
 * @param {Story} story
 * @param {Moment[]} moments
 * @param {number} at
 * @returns {import("../types.d.ts").State}
 */
export function stateAt({ nodes }, moments, at) {
  const valued = new Set(nodes.filter(({ parents }) => !parents.length).map(({ id }) => id))
  const gradients = new Map()
  const walked = new Map()
  for (const moment of moments.slice(0, at)) {
    const { id, gradient } = moment.node
    if (moment.kind === "value") valued.add(id)
    else if (moment.kind === "seed") gradients.set(id, { text: gradient, sum: "" })
    else {
      const { step } = moment
      gradients.set(id, { text: step.last ? step.gradient : `${step.gradient} + …`, sum: step.sum })
      walked.set(step.edge, step)
    }
  }
  return { valued, gradients, walked, now: moments[at - 1] }
}
