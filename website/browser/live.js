// A page that has come alive: sends the page and the reader's code to the engine, and shows what claims/live.py answers.
// It computes nothing but the next numeral of a scrub. An answer names a place of the page (a cell, an output, a diagram, a formula, a claim) and,
// where that has changed, its new text; null where nothing can be computed any more. A picture comes as it is now.
//
// Fetched with the first press of a button of web/cell.js. Words of this file:
//   edited   a cell whose code the reader has changed; those, and what open editors hold, are sent along with the page
//   before   of a cell: its code as the page has it, with its comments; what Reset brings back
//   box      under a cell, what its code came to when it ran; as long as it is seen it follows the page
//   place    "claim 3": an element that shows something computed, with what it showed before
//   followed places that the run under way has answered for
//   below    cells more than a screen further down: while a number is dragged, they come when it rests

import { engine } from "./engine.js"
import { button, cells, redraw, say, solved, words } from "./page.js"
import * as pictures from "./pictures.js"

const places = new Map()
let markdown
const page = () => (markdown ??= fetched("page.md"))
const COMMENTS = ".c1, .ch"
const SHOWN_IN = {
  claim: "article [data-claim]",
  output: "article .output code",
  console: "article [data-console] code",
  diagram: "article .diagram",
  formula: "article .formula",
  picture: "article [data-picture]",
}
const below = new Set()
let katex
let running
let last // the promise that the latest run has ended

for (const cell of cells) {
  cell.before = cell.code.innerHTML
  cell.comments = [...cell.code.querySelectorAll(COMMENTS)].map((span) => span.textContent)
}

const onScreen = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      below[!isIntersecting && boundingClientRect.top > 0 ? "add" : "delete"](Number(target.dataset.cell))
    }
  },
  { rootMargin: "0px 0px 100%" },
)
for (const { element } of cells) onScreen.observe(element)
page().catch(() => {}) // while the engine is being loaded

async function fetched(path) {
  try {
    const response = await fetch(path)
    if (response.ok) return await response.text()
    throw new Error(`${response.status} ${path}`)
  } catch (error) {
    markdown = undefined // it is asked for again
    throw error
  }
}

// Runs

export function run(cell, check = false, quiet = false) {
  leave(cell)
  running = { cell, check, quiet, abort: new AbortController(), followed: new Set(), counts: { changed: 0, lost: 0 } }
  return (last = runNext(running, last))
}

async function runNext(mine, before) {
  const { cell, check, quiet } = mine
  cell.element.classList.add("cell-busy")
  const busy = setTimeout(() => mark(cell, true), quiet ? 400 : 0)
  try {
    await ended(before, quiet ? PATIENCE.quiet : PATIENCE.pressed)
    if (running !== mine) return
    if (mine.stopped) throw Object.assign(new Error(), { type: "Stopped" })
    const made_from = document.querySelector("[data-made-from]")?.dataset.madeFrom ?? ""
    const first = below.size ? Math.min(...below) : null
    const shown = cells.filter((one) => one.output && !one.output.hidden).map((one) => one.number)
    const keywords = {
      text: await page(),
      edited: codes(),
      cell: cell.number,
      check,
      patient: quiet,
      below: first,
      made_from,
      shown,
    }
    if (running !== mine) return
    await engine.call("website.shared.live.run", keywords, {
      onMessage: (events) => running === mine && events.forEach((event) => follow(event, keywords.edited, mine)),
      signal: mine.abort.signal,
    })
    if (running !== mine) return
    finish(mine)
  } catch (error) {
    if (running !== mine) return
    unfinished(mine)
    if (error.type === "Stopped") tell(cell, words.stopped)
    else if (error.type === "Broken") tell(cell, words.broken)
    else {
      tell(cell, "")
      output(cell, { error: error.message }, mine)
    }
  } finally {
    clearTimeout(busy)
    if (running === mine) running = undefined
    if (running?.cell !== cell) mark(cell, false)
  }
}

// What runs is not wanted any more: from here on nothing that it answers is shown.
function leave(next) {
  if (!running) return
  const { cell, abort } = running
  abort.abort()
  running = undefined
  if (cell === next) return
  mark(cell, false)
  tell(cell, "")
}

// An abort is heard between two steps of a run. Code that takes none in this time is ended with its engine.
const PATIENCE = { pressed: 1500, quiet: 10_000 } // ms
async function ended(before, patience) {
  const late = new Promise((resolve) => setTimeout(resolve, patience, true))
  if ((await Promise.race([before, late])) === true && engine.ready) engine.stop()
}

export function stop() {
  if (running) running.stopped = true
  engine.stop()
}

export function reset(cell) {
  const stuck = running && last
  leave()
  close(cell)
  cell.code.innerHTML = cell.before
  cell.output?.remove()
  cell.output = undefined
  cell.edited = false
  cell.buttons.reset.hidden = true
  tell(cell, "")
  cell.buttons.run.focus()
  if (!cells.some((one) => one.edited)) asPublished()
  // What the other edits and the boxes that are left say is computed again.
  const other = cells.find((one) => one.edited) ?? cells.find((one) => one.output)
  if (stuck) ended(stuck, PATIENCE.pressed)
  if (other) return run(other, false, true)
}

function asPublished() {
  pending()
  for (const place of places.values()) show(place, undefined)
  for (const cell of cells) {
    close(cell)
    cell.code.querySelectorAll(COMMENTS).forEach((span, index) => {
      span.textContent = cell.comments[index]
      span.classList.remove("live-changed", "live-lost")
    })
  }
}

function close(cell) {
  cell.editor?.close()
  cell.editor = undefined
  cell.element.querySelector(".cell-editor")?.remove()
  cell.element.querySelector("pre").hidden = false
  cell.buttons.edit.hidden = false
  cell.buttons.reset.hidden = !cell.output
}

// What a player shows of a diagram as it is now.
export async function story(figure) {
  const diagram = [...document.querySelectorAll(SHOWN_IN.diagram)].indexOf(figure)
  return engine.call("website.shared.live.story", { text: await page(), edited: codes(), diagram })
}

function codes() {
  return Object.fromEntries(
    cells.filter((cell) => cell.edited || cell.editor).map((cell) => [cell.number, codeOf(cell)]),
  )
}

const codeOf = (cell) => (cell.editor ? cell.editor.text() : cell.code.textContent)

engine.addEventListener("progress", ({ detail: { loaded, total } }) => {
  const mb = (bytes) => (bytes / 1e6).toFixed(1)
  if (running) tell(running.cell, say("loading", mb(Math.min(loaded, total)), mb(total)))
})
engine.addEventListener("ready", () => running && tell(running.cell, words.running))

// What the page shows

function follow(event, sent, mine) {
  const [kind] = Object.keys(event)
  const number = event[kind]
  if (kind === "pending") return pending(number)
  if (kind === "failed") return (mine.failed = event)
  if (kind !== "cell") {
    const place = placeOf(kind, number)
    const now = kind === "picture" ? pictured(place, event) : event.text
    mine.followed.add(place)
    if (now !== undefined) mine.counts[now === null ? "lost" : "changed"] += 1
    return show(place, now, event)
  }
  const cell = cells.find((one) => one.number === number)
  if (event.comments) comments(cell, event.comments, sent[number], mine)
  else output(cell, event, mine)
}

function placeOf(kind, number) {
  const name = `${kind} ${number}`
  if (!places.has(name)) {
    const named = kind === "claim" || kind === "picture"
    const element = named
      ? document.querySelector(`[data-${kind}="${number}"]`)
      : document.querySelectorAll(SHOWN_IN[kind])[number]
    const before = element && kind === "picture" ? pictures.shownIn(element) : element?.innerHTML
    places.set(name, { kind, element, text: undefined, before })
  }
  return places.get(name)
}

// As for any place: nothing where it shows what the page says, null where it cannot be computed any more.
function pictured({ element, before }, event) {
  if (!element) return undefined
  const now = (event.svg && pictures.drawn(event)) || null
  return now?.key === before.key ? undefined : now
}

// From this cell down nothing has been computed yet.
function pending(number) {
  const first = number !== undefined && cells.find((one) => one.number === number)?.element
  for (const block of document.querySelector("article").children)
    block.classList.toggle("live-pending", block.contains(first || null))
}

function show(place, text, { labels, words } = {}) {
  const { kind, element } = place
  if (!element || place.text === text) return
  place.text = text
  element.classList.toggle("live-changed", text !== undefined && text !== null)
  element.classList.toggle("live-lost", text === null)
  if (kind === "picture") pictures.put(element, text ?? place.before)
  else if (kind === "diagram") {
    redraw(element, text ?? undefined, labels)
    describe(place, words)
    element.dispatchEvent(new Event("changed"))
  } else if (kind === "formula" && typeof text === "string") typeset(place, text)
  else if (typeof text === "string") element.textContent = text
  else if (element.innerHTML !== place.before) element.innerHTML = place.before
}

// The same graph in words, under the diagram.
function describe(place, words) {
  const list = place.element.querySelector("ul")
  place.words ??= [...list.children]
  const item = ([title, phrase]) => {
    const strong = document.createElement("strong")
    strong.textContent = title
    const one = document.createElement("li")
    one.append(strong, phrase && `: ${phrase}`)
    return one
  }
  list.replaceChildren(...(words?.map(item) ?? place.words))
}

async function typeset(place, text) {
  const { default: library } = await (katex ??= import("../vendor/katex/katex.mjs"))
  if (place.text !== text) return
  const displayMode = place.element.tagName === "DIV"
  place.element.innerHTML = library.renderToString(text, { displayMode, strict: false, throwOnError: false })
}

// Comments stand in the code: in an editor they are put in only if the reader has not typed on meanwhile.
function comments(cell, found, sent, mine) {
  const nameOf = (now, text) => (text === null ? "live-lost" : cell.comments.includes(now) ? undefined : "live-changed")
  const count = (name) => name && (mine.counts[name === "live-lost" ? "lost" : "changed"] += 1)
  if (found.length) mine.followed.add(cell)
  if (cell.editor) {
    if (sent !== cell.editor.text()) return
    const changes = found
      .filter(({ text }) => text)
      .map(({ start, end, text }) => ({ from: start, to: end, insert: text }))
    let moved = 0
    const marked = found.map(({ start, end, text }) => {
      const from = start + moved
      moved += text ? text.length - (end - start) : 0
      const name = nameOf(text ?? sent.slice(start, end), text)
      count(name)
      return name && { from, to: end + moved, name }
    })
    return cell.editor.follow(changes, marked.filter(Boolean))
  }
  const spans = cell.code.querySelectorAll(COMMENTS)
  for (const { comment, text } of found) {
    const span = spans[comment]
    if (!span) continue
    const now = text ?? (cell.edited ? span.textContent : cell.comments[comment])
    if (span.textContent !== now) span.textContent = now
    const name = nameOf(now, text)
    count(name)
    span.classList.toggle("live-lost", name === "live-lost")
    span.classList.toggle("live-changed", name === "live-changed")
  }
}

function output(cell, { printing, printed, value, picture, error, above, capped, passed, message }, mine) {
  const box = cell.element.nextElementSibling?.matches(".output") ? cell.element.nextElementSibling : undefined
  if (!cell.output) {
    cell.output = document.createElement("div")
    cell.output.className = "cell-output"
    cell.output.setAttribute("role", "group")
    cell.output.setAttribute("aria-label", words.result)
    ;(box ?? cell.element).after(cell.output)
  }
  if (passed !== undefined) {
    cell.output.append(
      line(passed ? "cell-yes" : "cell-no", `${passed ? words.yes : words.no}${message && ": "}${message}`),
    )
    if (passed) solved(cells.findLast((one) => one.role === "starter" && one.number <= cell.number).number)
    mine.verdict = passed ? words.yes : words.no
  } else {
    if (cell === mine.cell) mine.answered = true
    if (cell === mine.cell && (error || capped)) mine.verdict = ""
    const own = picture && !placeOf("picture", cell.number).element && pictures.drawn(picture)
    const shown = printing ?? (box && !error && !capped ? "" : (printed ?? ""))
    cell.output.replaceChildren(
      ...[
        shown && line("cell-printed", shown),
        capped && line("cell-no", words.capped),
        above && line("cell-no", words.above),
        error && line("cell-error", error),
        value && line("cell-value", value),
        own && pictures.figure(own, words.numbers),
      ].filter(Boolean),
    )
  }
  cell.output.hidden = !cell.output.childElementCount
  cell.buttons.reset.hidden = false
}

function line(name, text) {
  const one = document.createElement("pre")
  one.className = name
  one.textContent = text.replace(/\n$/, "")
  return one
}

function finish({ cell, quiet, followed, counts, verdict, failed }) {
  pending()
  for (const place of places.values()) if (!followed.has(place)) show(place, undefined)
  for (const one of cells) if (!followed.has(one)) one.editor?.lose()
  const { changed, lost } = counts
  const said = [verdict ?? (quiet ? "" : words.done), changed && say("changed", changed), lost && say("lost", lost)]
  tell(cell, said.filter(Boolean).join(" · "))
  if (failed) cell.status.append(" · ", culprit(failed))
}

// A run that was stopped has not said what is below: with edited code above, nothing there may look true.
function unfinished({ cell, followed, answered }) {
  pending()
  if (!answered && cell.output) cell.output.hidden = true
  if (!cells.some((one) => one.edited)) return
  for (const [kind, selector] of Object.entries(SHOWN_IN)) {
    document.querySelectorAll(selector).forEach((element, index) => {
      const place = placeOf(kind, element.dataset[kind] ?? index)
      if (!followed.has(place)) show(place, null)
    })
  }
  for (const one of cells.filter((one) => !followed.has(one))) {
    one.editor?.lose()
    for (const span of one.code.querySelectorAll(COMMENTS))
      span.classList.toggle("live-lost", /\d/.test(span.textContent))
  }
}

// Which edit is at fault for what is lost, a press away.
function culprit({ failed, error }) {
  const { element } = cells.find((one) => one.number === failed)
  const there = button("fails", () => element.scrollIntoView({ block: "center" }))
  there.textContent = say("fails", error)
  return there
}

function tell(cell, text) {
  cell.status.textContent = text
}

function mark(cell, busy) {
  if (busy) tell(cell, words.running)
  cell.element.classList.toggle("cell-busy", busy)
  const focused = document.activeElement === cell.buttons[busy ? "run" : "stop"]
  cell.buttons.stop.hidden = !busy
  cell.buttons.run.hidden = busy
  if (focused) cell.buttons[busy ? "stop" : "run"].focus()
}

// Edits

export async function edit(cell, caret) {
  if (cell.editor) return cell.editor.focus()
  const offset = caret && cell.code.contains(caret.node) ? lengthBefore(cell.code, caret) : 0
  const editor = await import("../vendor/editor/editor.js")
  if (cell.editor) return
  const box = document.createElement("div")
  box.className = "cell-editor"
  const text = cell.code.textContent.replace(/\n$/, "")
  cell.element.querySelector("pre").hidden = true
  box.style.fontSize = getComputedStyle(cell.code).fontSize
  cell.element.insertBefore(box, cell.bar)
  cell.editor = editor.edit(box, text, words.code, {
    run: () => run(cell),
    leave: () => cell.buttons.run.focus(),
    numeral: (digits, by, before) => moved(digits, by, before === "-"),
    changed(scrubbed) {
      cell.edited = true
      cell.buttons.reset.hidden = false
      if (scrubbed) run(cell, false, true)
    },
  })
  cell.buttons.edit.hidden = true
  cell.buttons.reset.hidden = false
  cell.editor.follow([], marked(cell.code))
  cell.editor.put(offset)
  cell.editor.focus()
}

// The marks of a snippet's comments, as its editor knows them.
function marked(code) {
  return [...code.querySelectorAll(".live-changed, .live-lost")].map((span) => {
    const from = lengthBefore(code, { node: span, offset: 0 })
    return { from, to: from + span.textContent.length, name: span.matches(".live-lost") ? "live-lost" : "live-changed" }
  })
}

function lengthBefore(code, { node, offset }) {
  const range = document.createRange()
  range.setStart(code, 0)
  range.setEnd(node, offset)
  return range.toString().length
}

const PIXELS = 6
const grips = new WeakMap()

// A numeral is dragged to the right to make it larger, each few pixels by one in its last digit.
export function drag(cell, numeral, distance) {
  if (!grips.has(numeral)) {
    grips.set(numeral, numeral.textContent)
    numeral.classList.add("cell-dragged")
    numeral.tabIndex = -1
    numeral.focus({ preventScroll: true })
    numeral.onkeydown = (event) => {
      const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key]
      if (!by) return
      event.preventDefault()
      put(cell, numeral, by)
    }
  }
  put(cell, numeral, Math.round(distance / PIXELS), grips.get(numeral))
}

export function dragged(numeral) {
  grips.delete(numeral)
  numeral.classList.remove("cell-dragged")
}

function put(cell, numeral, steps, from = numeral.textContent) {
  const text = moved(from, steps, numeral.previousSibling?.textContent.endsWith("-"))
  if (!text || text === numeral.textContent) return
  numeral.textContent = text
  cell.edited = true
  cell.buttons.reset.hidden = false
  run(cell, false, true)
}

// A numeral some steps of its last digit further: 0.5 and 2 steps are 0.7. Behind a minus it stops at zero.
function moved(text, steps, behindMinus) {
  const [, sign, whole, fraction] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  let units = BigInt(`${sign}${whole}${fraction ?? ""}`) + BigInt(steps)
  if (behindMinus && units < 0n) units = 0n
  const digits = String(units < 0n ? -units : units).padStart((fraction?.length ?? 0) + 1, "0")
  const cut = digits.length - (fraction?.length ?? 0)
  return `${units < 0n ? "-" : ""}${digits.slice(0, cut)}${fraction === undefined ? "" : `.${digits.slice(cut)}`}`
}
