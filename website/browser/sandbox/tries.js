// The tries under the sandbox: prepared here, checked against what Python said.

import { button, fill, html } from "../dom.js"

/** @typedef {import("../types.d.ts").SandboxAnswer} SandboxAnswer */
/** @typedef {import("../types.d.ts").StoryNode} StoryNode */
/** @typedef {Record<string, any>} Words */
/**
 * @typedef {object} Lent what the sandbox lends
 * @property {Words} words
 * @property {Record<string, SandboxAnswer>} presets
 * @property {() => SandboxAnswer | undefined} answer of Python, for the graph that is shown, where it is of what is typed
 * @property {() => Promise<boolean>} isAnswered once Python is asked nothing any more
 * @property {(preset: string) => void} setUp
 */

/** @type {Record<string, (answer: SandboxAnswer, words: Words) => string>} */
const CHECKS = {
  relu({ story: { nodes } }, words) {
    const relus = nodes.filter(({ op }) => op === "relu")
    const off = relus.find(({ data }) => data === 0)
    if (off) return fill(words.relu_off, { data: off.value })
    return relus.length ? words.relu_on : words.relu_none
  },
  negative({ story: { nodes } }, words) {
    const falling = nodes.find((node) => isVariable(node) && Number(node.total) < 0)
    return falling ? fill(words.negative_found, falling) : words.negative_none
  },
}

const isVariable = (/** @type {StoryNode} */ { name, parents }) => Boolean(name) && !parents.length

/**
 * @param {HTMLElement} box
 * @param {Lent} lent
 */
export function addTry(box, { words, presets, answer, isAnswered, setUp }) {
  const { check, preset = "" } = box.dataset
  const verdict = html("p", { className: "try-answer", role: "status" })
  const guesses = check ? [] : guessesFor(presets[preset].story, words)
  // A try is about its own expression; only the numbers in it are the reader's.
  const checked = (/** @type {string} */ check) => {
    const { expression } = presets[preset]
    const current = answer()
    if (current?.expression === expression) return CHECKS[check](current, words)
    return fill(words.set_up_first, { button: words.set_up, expression })
  }
  const begin = () => {
    verdict.textContent = ""
    setUp(preset)
  }
  const grade = async () => {
    if (!check) return void (verdict.textContent = graded(guesses, words))
    verdict.textContent = words.loading // for as long as Python takes
    verdict.textContent = (await isAnswered()) ? checked(check) : words.engine_failed
  }
  box.append(
    html(
      "div",
      { className: "sandbox-row" },
      button("", words.set_up, begin),
      ...guesses.map(({ label }) => label),
      button("", words.check, grade),
    ),
    verdict,
  )
}

/** @typedef {{ node: StoryNode, input: HTMLInputElement, label: HTMLElement }} Guess of a variable's gradient */

/**
 * @param {import("../types.d.ts").Story} story
 * @param {Words} words
 * @returns {Guess[]}
 */
function guessesFor({ nodes }, words) {
  return nodes.filter(isVariable).map((node) => {
    const input = html("input", { type: "number", step: "any" })
    return { node, input, label: html("label", {}, `${fill(words.gradient_of, node)} `, input) }
  })
}

/**
 * @param {Guess[]} guesses
 * @param {Words} words
 */
function graded(guesses, words) {
  const wrong = guesses.filter(({ node, input }) => !(Math.abs(input.valueAsNumber - Number(node.total)) < 1e-6))
  return wrong.length
    ? fill(words.try_again, { wrong: wrong.map(({ node }) => node.name).join(", ") })
    : words.all_right
}
