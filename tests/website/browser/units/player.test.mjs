import assert from "node:assert/strict"
import { test } from "node:test"

import { cardTransform, edgePath, viewBox } from "../../../../website/browser/player/geometry.js"
import { lengthOfForward, momentsOf, stateAt } from "../../../../website/browser/player/moments.js"
import { planOf, roomFor } from "../../../../website/browser/player/plan.js"
import { sentenceAt } from "../../../../website/browser/player/sentences.js"
import { LEVEL, project, tilted } from "../../../../website/browser/player/tilt.js"

// a × a, which two edges enter, for a = 3.
const nodes = [
  { id: 0, parents: [], called: "a", computed: "", value: "3", gradient: "6", layer: 0, height: 0 },
  { id: 1, parents: [0, 0], called: "a × a", computed: "3 × 3 = 9", value: "9", gradient: "1", layer: 1, height: 0 },
]
const edge = { parent: 0, child: 1, slope: "3", lane: [] }
const step = { parent: 0, child: 1, product: "1 × 3", result: "3", text: "1 × 3 = 3" }
const story = {
  nodes,
  edges: [
    { ...edge, port: -0.5, bow: -0.5 },
    { ...edge, port: 0.5, bow: 0.5 },
  ],
  backward: [
    { ...step, edge: 0, sum: "", gradient: "3", last: false },
    { ...step, edge: 1, sum: "3 + 3 = 6", gradient: "6", last: true },
  ],
}
const moments = momentsOf(story)
const words = {
  say_start: "leaves",
  say_value: "{node}: {computed}",
  say_computed: "computed",
  say_seed: "{root}: {gradient}",
  say_step: "{child} to {parent}: {text}",
  say_sum: "sum {sum}",
}

test("values come first, then the root's gradient, then what the edges carry", () => {
  assert.deepEqual(
    moments.map(({ kind, node }) => [kind, node.id]),
    [
      ["value", 1],
      ["seed", 1],
      ["step", 0],
      ["step", 0],
    ],
  )
  assert.equal(lengthOfForward(moments), 1)
})

test("a gradient of which more is to come says so", () => {
  const gradients = [0, 2, 3, 4].map((at) => stateAt(story, moments, at).gradients.get(0))
  assert.deepEqual(gradients, [undefined, undefined, { text: "3 + …", sum: "" }, { text: "6", sum: "3 + 3 = 6" }])
  assert.deepEqual([...stateAt(story, moments, 0).valued], [0])
  assert.deepEqual([...stateAt(story, moments, 3).walked.keys()], [0])
})

test("each moment has its sentence", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((at) => sentenceAt(story, moments, at, words)),
    ["leaves", "a × a: 3 × 3 = 9 computed", "a × a: 1", "a × a to a: 1 × 3 = 3", "a × a to a: 1 × 3 = 3 sum 3 + 3 = 6"],
  )
})

test("a graph stands upright where it is too wide for its box, and its room never shrinks", () => {
  assert.equal(roomFor(story, 1000).upright, false)
  assert.equal(roomFor(story, 300).upright, true)
  const before = { gap: 500, left: 70 }
  assert.deepEqual(roomFor(story, 1000, before), { ...before, upright: false })
})

test("edges between the same two cards part, and enter at ports of their own", () => {
  const plan = planOf(story, roomFor(story, 1000))
  const [upper, lower] = story.edges.map((one) => edgePath(one, nodes, plan, LEVEL))
  const end = ({ path }) => Number(path.split(" ").at(-1))
  assert.equal(end(lower) - end(upper), 22)
  assert.ok(labelHeight(upper) < labelHeight(lower))
})

const labelHeight = ({ label }) => Number(label.match(/ (\S+)\)/)[1])

test("level, a card lies where the plan puts it; tilted, the whole picture is still in its view", () => {
  const plan = planOf(story, roomFor(story, 1000))
  const x = plan.left + plan.card.width / 2
  const y = plan.top + plan.card.height / 2
  assert.ok(cardTransform(nodes[0], plan, LEVEL).startsWith(`translate(${x} ${y}) scale(1)`))
  assert.deepEqual(project(plan, LEVEL, 10, 20), { x: 10, y: 20, size: 1 })
  const tilt = tilted(LEVEL, 9, -9)
  assert.deepEqual(tilt, { yaw: 0.5, pitch: -0.5 })
  const [left, top, width, height] = viewBox(plan, tilt).split(" ").map(Number)
  const corners = [
    [0, 0],
    [plan.width, plan.height],
  ]
  for (const [cornerX, cornerY] of corners) {
    const corner = project(plan, tilt, cornerX, cornerY)
    assert.ok(corner.x >= left - 1e-9 && corner.x <= left + width + 1e-9)
    assert.ok(corner.y >= top - 1e-9 && corner.y <= top + height + 1e-9)
  }
})
