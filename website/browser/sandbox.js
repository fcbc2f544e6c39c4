// The sandbox: an expression, a slider for each variable, and the player. Whatever is typed goes to Python
// (minigrad/sandbox.py), which reads it, computes everything and says what is wrong; the presets came with the page.
// The engine is fetched when the reader first touches the sandbox, or follows a shared link.

import { fill, html, prepare, read } from "./elements.js"
import { Player } from "./player.js"

const FIRST = "product"
const RANGE = 10
const [words, presets] = await Promise.all([prepare(), read("./presets.json")])

let variables = {} // a number for each name ever typed: one that comes back finds its number again
let answer // of Python, for the graph that is shown
let wanted // what to ask Python next; only the newest matters
let asking = false
let turn = 0 // a preset begins another: what was asked before it is not shown any more

const place = document.querySelector(".sandbox")
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
const player = new Player(html("div"), words)
const button = (text, onclick) => html("button", { type: "button", onclick }, text)
const chips = Object.keys(words.presets).map((name) => button(words.presets[name], () => preset(name)))
const copies = ["python", "mermaid"].map((name) => button(words[name], () => copy(answer[name])))

place.replaceChildren(
  html("div", { className: "sandbox-row sandbox-presets", role: "group", ariaLabel: words.preset }, ...chips),
  html("p", {}, html("label", { htmlFor: input.id }, words.expression), input),
  error,
  note,
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
  place.dataset.asking = true
  try {
    while (wanted) {
      const { text, variables, at } = wanted
      const mine = turn
      wanted = undefined
      engine ??= await start()
      const told = await engine.call("website.shared.sandbox.sandbox", { text, variables })
      if (mine === turn) show(told, { at })
    }
    if (!sliders.querySelector("[aria-invalid=true]")) say("")
  } catch (failure) {
    say(fill(words.engine_failed, { message: failure.message }))
  }
  asking = false
  delete place.dataset.asking
}

let engine
let ready = false

async function start() {
  const { engine } = await import("./engine.js")
  engine.addEventListener("ready", () => (ready = true))
  engine.addEventListener("progress", () => ready || say(words.loading))
  return engine
}

function say(text) {
  note.replaceChildren(text)
}

// Showing what came back. A mistake leaves the graph, and what was typed, where they are.

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
  input.setAttribute("aria-invalid", !!wrong)
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
    if (!rows.has(name)) rows.set(name, variable(name))
    const { slider, typed } = rows.get(name)
    variables = { ...variables, [name]: number }
    // Only ever wider: the scale must not move under the reader's finger.
    slider.min = Math.min(slider.min, number)
    slider.max = Math.max(slider.max, number)
    slider.value = number
    if (document.activeElement !== typed) settle(typed, number)
  }
  const inOrder = Object.keys(numbers).map((name) => rows.get(name).box)
  if (inOrder.some((box, index) => sliders.children[index] !== box)) sliders.replaceChildren(...inOrder)
}

function variable(name) {
  const slider = html("input", { type: "range", min: -RANGE, max: RANGE, step: 0.1 })
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
    typed.setAttribute("aria-invalid", !Number.isFinite(number))
    if (Number.isFinite(number)) return set(number)
    if (typed.validity.badInput) say(fill(words.no_number, { name, number: variables[name] }))
  }
  typed.onchange = () => settle(typed, variables[name])
  return { box: html("div", { className: "sandbox-variable" }, html("code", {}, name), slider, typed), slider, typed }
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
  chips.forEach((chip, index) => chip.setAttribute("aria-pressed", Object.keys(words.presets)[index] === name))
}

function preset(name) {
  const told = presets[name]
  wanted = undefined
  turn += 1
  rows.clear()
  player.pause()
  input.value = told.expression
  variables = { ...variables, ...told.variables }
  press(name)
  show(told, { at: told.story.nodes.filter((node) => node.parents.length).length })
}

// Sharing: everything that was typed and chosen, behind the # of the address. It never reaches a server.

function share() {
  const state = new URLSearchParams({ expression: input.value, at: player.at })
  for (const [name] of rows) state.append("v", `${name}=${variables[name]}`)
  for (const [name, on] of Object.entries(player.on)) if (on) state.append("on", name)
  return new URL(`#${state}`, location).href
}

function restore() {
  const state = new URLSearchParams(location.hash.slice(1))
  if (!state.has("expression")) return false
  const given = state
    .getAll("v")
    .map((pair) => [pair.slice(0, pair.lastIndexOf("=")), Number(pair.slice(pair.lastIndexOf("=") + 1))])
  variables = Object.fromEntries(given.filter(([name, number]) => name && Number.isFinite(number)))
  input.value = state.get("expression").slice(0, 2000)
  for (const name of Object.keys(player.on)) player.toggle(name, state.getAll("on").includes(name))
  press()
  say(words.loading)
  player.box.hidden = true // what it shows is of something else
  ask({ at: state.has("at") ? Number(state.get("at")) : undefined })
  return true
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

for (const box of document.querySelectorAll(".try")) {
  const { check, preset: name } = box.dataset
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
const warm = () => ready || asking || ask()
for (const event of ["pointerenter", "focusin"]) place.addEventListener(event, warm, { once: true })
