// The sandbox: an expression, a slider for each variable, and the player. Whatever is typed goes to Python
// (website/shared/sandbox.py), which reads it, computes everything and says what is wrong; the presets came with the page.
// The engine is fetched when the reader first touches the sandbox, or follows a shared link.

import { button, fill, find, html } from "./dom.js"
import { prepare, readJson } from "./elements.js"
import { Player } from "./player.js"
import { withRetry } from "./retry.js"
import { hashOf, sharedIn } from "./sandbox/link.js"
import { mistakeIn } from "./sandbox/mistake.js"
import { Questions } from "./sandbox/questions.js"
import { Sliders } from "./sandbox/sliders.js"
import { addTry } from "./sandbox/tries.js"
import { words as pageWords } from "./words.js"

/** @typedef {import("./types.d.ts").SandboxAnswer} SandboxAnswer */
/** @typedef {import("./types.d.ts").Switch} Switch */

const FIRST = "product"
const place = find(document, ".sandbox")
const [words, presets] = await withRetry(place, fetchAll)

/** @returns {Promise<[any, Record<string, SandboxAnswer>]>} */
function fetchAll() {
  return Promise.all([prepare(), readJson("./presets.json")])
}

/** @type {SandboxAnswer} for the graph that is shown */
let answer = presets[FIRST]

const input = html("input", {
  type: "text",
  className: "sandbox-expression",
  spellcheck: false,
  autocomplete: "off",
  autocapitalize: "off",
  id: "sandbox-expression",
  oninput: change,
})
const mistake = html("div", { className: "sandbox-error", id: "sandbox-error", role: "status" })
input.setAttribute("aria-describedby", mistake.id)
const note = html("p", { className: "sandbox-note", role: "status" })
const back = html("p", { className: "sandbox-back", hidden: true })
const bar = html("progress", { hidden: true, ariaLabel: pageWords.python })
const player = new Player(html("div"), words)
const sliders = new Sliders(words, change, say)
const chips = Object.keys(words.presets).map((name) => button("", words.presets[name], () => preset(name)))
const copies = [
  button("", words.python, () => copy(answer.python)),
  button("", words.mermaid, () => copy(answer.mermaid)),
]

place.replaceChildren(
  html("div", { className: "sandbox-row sandbox-presets", role: "group", ariaLabel: words.preset }, ...chips),
  html("p", {}, html("label", { htmlFor: input.id }, words.expression), input),
  html("div", { className: "sandbox-says" }, mistake, html("div", {}, note, bar)),
  back,
  sliders.element,
  player.box,
  html(
    "div",
    { className: "sandbox-row" },
    button("", words.share, () => copy(new URL(shared(), location.href).href)),
    ...copies,
  ),
)

// Asking Python

const questions = new Questions(
  {
    answered: (answer, at) => show(answer, at),
    busy(isBusy) {
      place.toggleAttribute("data-asking", isBusy)
      bar.hidden = true
    },
    // What is typed and what is drawn are not of one another.
    late(isThere) {
      player.box.classList.add("old")
      if (sliders.areValid) say(isThere ? words.busy : words.loading)
    },
    loading: ({ loaded, total }) =>
      void Object.assign(bar, { hidden: false, max: total, value: Math.min(loaded, total) }),
    done: () => sliders.areValid && say(),
    failed: fail,
  },
  async () => (await import("./engine.js")).engine,
)

/** @param {number} [at] */
function ask(at) {
  questions.ask({ text: input.value, variables: sliders.numbers, at })
}

// The reader has changed the expression or a number.
function change() {
  press(undefined)
  ask()
}

/**
 * What was asked is asked again at a press, or with the next thing that is typed.
 *
 * @param {string | undefined} type
 */
function fail(type) {
  if (!type) return say()
  player.box.classList.add("old")
  const known = { Unfetched: words.engine_failed, Unable: pageWords.unable }[type]
  say(
    known ?? words.engine_broke,
    " ",
    button("", words.again, () => questions.again()),
  )
}

/** @param {...(string | Node)} parts */
function say(...parts) {
  note.replaceChildren(...parts)
}

/**
 * Show what came back. A mistake leaves the graph, and what was typed, where they are.
 *
 * @param {SandboxAnswer} next
 * @param {number} [at]
 */
function show(next, at) {
  const isWrong = next.error !== null
  input.ariaInvalid = String(isWrong)
  mistake.replaceChildren(...mistakeIn(next, words))
  if (next.variables) sliders.list(next.variables)
  player.box.classList.toggle("old", isWrong)
  for (const copy of copies) copy.disabled = isWrong
  if (isWrong) return
  answer = next
  player.box.hidden = false
  player.show(next, { at })
}

// Presets

/** @param {string | undefined} name of the preset that is set up */
function press(name) {
  const names = Object.keys(words.presets)
  chips.forEach((chip, index) => (chip.ariaPressed = String(names[index] === name)))
}

// Another graph than before: what was asked for the old one is not shown any more.
function begin() {
  questions.drop()
  sliders.clear()
  player.pause()
}

/** @param {string} name */
function preset(name) {
  const { expression, story, variables } = presets[name]
  begin()
  back.hidden = true
  sliders.numbers = { ...sliders.numbers, ...variables }
  say()
  input.value = expression
  press(name)
  show(presets[name], story.nodes.filter(({ parents }) => parents.length).length)
}

for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".try"))) {
  const setUp = (/** @type {string} */ name) => {
    player.toggle("gradients", false)
    preset(name)
    back.replaceChildren(linkTo(headingAbove(box)))
    back.hidden = false
    place.scrollIntoView({ block: "start" })
    input.focus({ preventScroll: true })
  }
  const current = () => (answer.expression === input.value ? answer : undefined)
  addTry(box, { words, presets, answer: current, isAnswered: () => questions.end, setUp })
}

/** @param {Element} element */
function headingAbove(element) {
  let above = /** @type {Element} */ (element.previousElementSibling)
  while (!/^H\d$/.test(above.tagName)) above = /** @type {Element} */ (above.previousElementSibling)
  return above
}

/** @param {Element} heading */
function linkTo(heading) {
  const title = /** @type {Node} */ (heading.firstChild).textContent
  return html("a", { href: `#${heading.id}` }, fill(words.back, { title }))
}

// Sharing

const switches = () => /** @type {Switch[]} */ (Object.keys(player.on))

function shared() {
  const on = switches().filter((name) => player.on[name])
  return hashOf({ expression: input.value, at: player.at, variables: sliders.current, on })
}

function restore() {
  const state = sharedIn(location.hash)
  if (!state) return false
  begin()
  sliders.numbers = state.variables
  input.value = state.expression
  for (const name of switches()) player.toggle(name, state.on.includes(name))
  press(undefined)
  say(words.loading)
  player.box.hidden = true // what it shows is of something else
  for (const copy of copies) copy.disabled = true
  ask(state.at)
  return true
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    say(words.copied)
  } catch {
    const box = html("textarea", {
      className: "sandbox-copied",
      readOnly: true,
      value: text,
      ariaLabel: words.not_copied,
    })
    say(words.not_copied, box)
    box.select()
  }
}

if (!restore()) preset(FIRST)
addEventListener("hashchange", restore)
for (const sign of ["pointerenter", "focusin"]) {
  place.addEventListener(sign, () => questions.isCold && ask(), { once: true })
}
