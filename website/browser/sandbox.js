// The sandbox: an expression, a slider for each variable, and the player. Whatever is typed goes to Python
// (website/shared/sandbox.py), which reads it, computes everything and says what is wrong; the presets came with the page.
// The engine is fetched when the reader first touches the sandbox, or follows a shared link.

import { fill, html, once, prepare, read } from "./elements.js"
import { insist } from "./insist.js"
import { Player } from "./player.js"
import { words as pageWords } from "./words.js"

const FIRST = "product"
const RANGE = 10 // of a slider, to either side
const FARTHEST = 1000 // that a slider reaches for a number beyond its range
const LATE = 300 // ms after which a graph that is not yet of what was typed is said to be old
const place = /** @type {HTMLElement} */ (document.querySelector(".sandbox"))
const [words, presets] = await insist(place, () => Promise.all([prepare(), read("./presets.json")]))

let variables = {} // a number for each name ever typed: one that comes back finds its number again
let answer // of Python, for the graph that is shown
let wanted // what to ask Python next; only the newest matters
let asking = false
let turn = 0 // a preset begins another: what was asked before it is not shown any more

const input = html("input", {
  type: "text",
  className: "sandbox-expression",
  spellcheck: false,
  autocomplete: "off",
  id: "sandbox-expression",
})
input.setAttribute("autocapitalize", "off")
input.setAttribute("aria-describedby", "sandbox-error")
const error = html("div", { className: "sandbox-error", id: "sandbox-error" })
error.setAttribute("role", "status")
const sliders = html("div", { className: "sandbox-variables" })
const note = html("p", { className: "sandbox-note" })
note.setAttribute("role", "status")
const bar = html("progress", { hidden: true, ariaLabel: pageWords.python })
const player = new Player(html("div"), words)
const button = (text, onclick) => html("button", { type: "button", onclick }, text)
const chips = Object.keys(words.presets).map((name) => button(words.presets[name], () => preset(name)))
const copies = ["python", "mermaid"].map((name) => button(words[name], () => copy(answer[name])))

place.replaceChildren(
  html("div", { className: "sandbox-row sandbox-presets", role: "group", ariaLabel: words.preset }, ...chips),
  html("p", {}, html("label", { htmlFor: input.id }, words.expression), input),
  html("div", { className: "sandbox-says" }, error, html("div", {}, note, bar)),
  sliders,
  player.box,
  html(
    "div",
    { className: "sandbox-row" },
    button(words.share, () => copy(share())),
    ...copies,
  ),
)

// Asking Python.

function ask(keywords = {}) {
  wanted = { text: input.value, variables, ...keywords }
  if (!asking) answerAll()
}

async function answerAll() {
  asking = true
  place.dataset.asking = "true"
  try {
    while (wanted) await answerNext()
    if (!sliders.querySelector("[aria-invalid=true]")) say("")
  } catch (failure) {
    fail(failure)
  }
  bar.hidden = true
  asking = false
  delete place.dataset.asking
}

async function answerNext() {
  const asked = wanted
  const { text, variables, at } = asked
  const mine = turn
  wanted = undefined
  const late = setTimeout(() => mine === turn && wait(), LATE)
  try {
    const told = await (await startEngine()).call("website.shared.sandbox.sandbox", { text, variables })
    if (mine === turn) show(told, { at })
  } catch (failure) {
    if (mine === turn) wanted ??= asked
    // Stop was pressed at a snippet of the page, which ended Python for all: it is asked again.
    if (/** @type {any} */ (failure).type !== "Stopped") throw failure
  } finally {
    clearTimeout(late)
  }
}

const startEngine = once(async () => {
  ;({ engine } = await import("./engine.js"))
  engine.addEventListener("progress", ({ detail: { loaded, total } }) => {
    Object.assign(bar, { hidden: !asking, max: total, value: Math.min(loaded, total) })
  })
  return engine
})

let engine // once it is asked for

// What is typed and what is drawn are not of one another.
function wait() {
  player.box.classList.add("old")
  say(engine?.ready ? words.busy : words.loading)
}

// What was asked is asked again at a press, or with the next thing that is typed.
/** @param {any} failure */
function fail({ type }) {
  if (!wanted) return say("")
  player.box.classList.add("old")
  const known = { Unfetched: words.engine_failed, Unable: pageWords.unable }[type]
  say(
    known ?? words.engine_broke,
    " ",
    button(words.again, () => asking || answerAll()),
  )
}

function say(...parts) {
  note.replaceChildren(...parts)
}

// Showing what came back. A mistake leaves the graph, and what was typed, where they are.

/**
 * @param {any} told
 * @param {{ at?: number }} [where]
 */
function show(told, { at } = {}) {
  complain(told)
  if (told.variables) list(told.variables)
  player.box.classList.toggle("old", !!told.error)
  for (const one of copies) one.disabled = !!told.error
  if (told.error) return
  answer = told
  player.box.hidden = false
  player.show(told, { at })
}

function complain({ expression, error: wrong }) {
  input.setAttribute("aria-invalid", String(!!wrong))
  if (!wrong) return error.replaceChildren()
  const { kind, values, column } = wrong
  const message = kind ? fill(words.errors[kind], values) : wrong.message
  const letters = [...expression]
  const marked = html("mark", {}, letters[column - 1] ?? " ")
  error.replaceChildren(
    fill(words.error_at, { column, message }),
    html(
      "pre",
      {},
      letters.slice(Math.max(0, column - 30), column - 1).join(""),
      marked,
      letters.slice(column, column + 20).join(""),
    ),
  )
}

// One slider and one number box for each variable; those that stay are not made anew, so that dragging goes on.
const rows = new Map()

function list(numbers) {
  for (const [name, row] of rows) if (!Object.hasOwn(numbers, name)) (row.box.remove(), rows.delete(name))
  for (const [name, number] of Object.entries(numbers)) {
    if (!rows.has(name)) rows.set(name, variable(name, number))
    const { slider, typed } = rows.get(name)
    variables = { ...variables, [name]: number }
    slider.value = number
    if (document.activeElement !== typed) settle(typed, number)
  }
  const inOrder = Object.keys(numbers).map((name) => rows.get(name).box)
  compare(Object.keys(numbers))
  if (inOrder.some((box, index) => sliders.children[index] !== box)) sliders.replaceChildren(...inOrder)
}

// The scale of a slider follows the number that was typed or came with a link; while it is dragged it stays.
function scale(slider, number) {
  const reach = Math.max(RANGE, Math.min(Math.abs(number), FARTHEST))
  Object.assign(slider, {
    min: Math.min(-RANGE, Math.max(number, -reach)),
    max: Math.max(RANGE, Math.min(number, reach)),
  })
}

// Letters of other alphabets that look like Latin ones make other variables: they are told apart by their numbers.
const LATIN = Object.fromEntries("аa сc еe іi јj оo рp ѕs хx уy οo".split(" ").map((pair) => [...pair]))
const latin = (name) => [...name].map((letter) => LATIN[letter] ?? letter).join("")

function compare(names) {
  for (const name of names) {
    const alike = names.some((other) => other !== name && latin(other) === latin(name))
    const foreign = [...name].filter((letter) => letter > "\u007f").map((letter) => letter.codePointAt(0).toString(16))
    const said = foreign.map((number) => ` U+${number.toUpperCase().padStart(4, "0")}`).join("")
    rows.get(name).code.textContent = alike ? name + said : name
  }
}

function variable(name, number) {
  const slider = html("input", { type: "range", step: 0.1 })
  scale(slider, number)
  const code = html("code", { title: name }, name)
  const typed = html("input", { type: "number", step: "any" })
  slider.setAttribute("aria-label", fill(words.slider, { name }))
  typed.setAttribute("aria-label", name)
  const set = (number) => {
    variables = { ...variables, [name]: number }
    press()
    ask()
  }
  slider.oninput = () => {
    settle(typed, slider.value)
    set(slider.valueAsNumber)
  }
  typed.oninput = () => {
    const number = typed.valueAsNumber
    typed.setAttribute("aria-invalid", String(!Number.isFinite(number)))
    if (Number.isFinite(number)) {
      scale(slider, number)
      return set(number)
    }
    if (typed.validity.badInput) say(fill(words.no_number, { name, number: variables[name] }))
  }
  typed.onchange = () => settle(typed, variables[name])
  return { box: html("div", { className: "sandbox-variable" }, code, slider, typed), slider, typed, code }
}

// A box that is left says what the graph has.
function settle(typed, number) {
  typed.value = number
  typed.removeAttribute("aria-invalid")
}

input.oninput = () => {
  press()
  ask()
}

function press(name) {
  chips.forEach((chip, index) => chip.setAttribute("aria-pressed", String(Object.keys(words.presets)[index] === name)))
}

// Another graph than before: what was asked for the old one is not shown any more.
function begin() {
  wanted = undefined
  turn += 1
  rows.clear()
  sliders.replaceChildren()
  player.pause()
}

function preset(name) {
  const told = presets[name]
  begin()
  say("")
  input.value = told.expression
  variables = { ...variables, ...told.variables }
  press(name)
  show(told, { at: told.story.nodes.filter((node) => node.parents.length).length })
}

// Sharing: everything that was typed and chosen, behind the # of the address. It never reaches a server.

function share() {
  const state = new URLSearchParams({ expression: input.value, at: String(player.at) })
  for (const [name] of rows) state.append("v", `${name}=${variables[name]}`)
  for (const [name, on] of Object.entries(player.on)) if (on) state.append("on", name)
  return new URL(`#${state}`, location.href).href
}

function restore() {
  const state = new URLSearchParams(location.hash.slice(1))
  if (!state.has("expression")) return false
  begin()
  variables = Object.fromEntries(state.getAll("v").flatMap(variableOf))
  input.value = (state.get("expression") ?? "").slice(0, 2000)
  for (const name of Object.keys(player.on)) player.toggle(name, state.getAll("on").includes(name))
  press()
  say(words.loading)
  player.box.hidden = true // what it shows is of something else
  for (const one of copies) one.disabled = true
  ask({ at: state.has("at") ? Number(state.get("at")) : undefined })
  return true
}

// "a=2.5" as a name and its number; nothing where it is none.
function variableOf(pair) {
  const [, name, number] = /^(.+)=([^=\s]+)$/s.exec(pair) ?? []
  return name && Number.isFinite(Number(number)) ? [[name, Number(number)]] : []
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    say(words.copied)
  } catch {
    const shown = html("textarea", {
      className: "sandbox-copied",
      readOnly: true,
      value: text,
      ariaLabel: words.not_copied,
    })
    note.replaceChildren(words.not_copied, shown)
    shown.select()
  }
}

// The tries under the sandbox: prepared here, checked against what Python said.

const CHECKS = {
  relu() {
    const relus = answer.story.nodes.filter((node) => node.op === "relu")
    const dead = relus.find((node) => node.data === 0)
    return dead ? fill(words.relu_dead, { data: dead.shown }) : relus.length ? words.relu_alive : words.relu_none
  },
  negative() {
    const found = answer.story.nodes.find((node) => node.name && !node.parents.length && node.total < 0)
    return found ? fill(words.negative_found, { name: found.name, gradient: found.gradient }) : words.negative_none
  },
}

// A try is about its own expression; only the numbers in it are the reader's.
function checked(name, check) {
  const { expression } = presets[name]
  const set = answer?.expression === expression && input.value === expression
  return set ? CHECKS[check]() : fill(words.set_up_first, { button: words.set_up, expression })
}

for (const one of document.querySelectorAll(".try")) {
  const box = /** @type {HTMLElement} */ (one)
  const { check, preset: name = "" } = box.dataset
  const said = html("p", { className: "try-answer" })
  said.setAttribute("role", "status")
  const guesses = check ? [] : presets[name].story.nodes.filter((node) => node.name && !node.parents.length)
  const boxes = guesses.map(() => html("input", { type: "number", step: "any" }))
  const graded = () => {
    const wrong = guesses.filter(({ total }, index) => !(Math.abs(boxes[index].valueAsNumber - total) < 1e-6))
    return wrong.length ? fill(words.try_again, { wrong: wrong.map((node) => node.name).join(", ") }) : words.all_right
  }
  const setUp = () => {
    said.textContent = ""
    player.toggle("gradients", false)
    preset(name)
    place.scrollIntoView({ block: "start" })
    input.focus({ preventScroll: true })
  }
  box.append(
    html(
      "div",
      { className: "sandbox-row" },
      button(words.set_up, setUp),
      ...guesses.map((node, index) => html("label", {}, `${fill(words.gradient_of, node)} `, boxes[index])),
      button(words.check, () => (said.textContent = check ? checked(name, check) : graded())),
    ),
    said,
  )
}

// Begin.

if (!restore()) preset(FIRST)
addEventListener("hashchange", restore)
const warm = () => engine?.ready || asking || ask()
for (const event of ["pointerenter", "focusin"]) place.addEventListener(event, warm, { once: true })
