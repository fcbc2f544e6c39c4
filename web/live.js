// A page that has come alive: sends the page and the reader's code to the engine, and shows what claims/live.py answers.
// It computes nothing. An answer names a place of the page (a cell, an output, a diagram, a formula, a claim) and,
// where that has changed, its new text; null where nothing can be computed any more. A picture comes as it is now.
//
// Fetched with the first press of a button of web/cell.js. Words of this file:
//   edited   a cell whose code the reader has changed; only those are sent along with the page
//   place    "claim 3": an element that shows something computed, with what it showed before
//   followed places that the run under way has answered for
//   below    cells more than a screen further down: while a number is dragged, they come when it rests

import { engine } from "./engine.js"
import { cells, redraw, say, solved, words } from "./page.js"
import * as pictures from "./pictures.js"

const places = new Map()
const page = fetch("page.md").then((response) => response.text())
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

const onScreen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    below[!isIntersecting && boundingClientRect.top > 0 ? "add" : "delete"](Number(target.dataset.cell))
  }
}, { rootMargin: "0px 0px 100%" })
for (const { element } of cells) onScreen.observe(element)

// Runs

export async function run(cell, check = false, quiet = false) {
  running?.abort.abort()
  const mine = (running = { cell, abort: new AbortController(), followed: new Set(), counts: { changed: 0, lost: 0 } })
  cell.element.classList.add("cell-busy")
  const busy = setTimeout(() => mark(cell, true), quiet ? 400 : 0)
  try {
    const made_from = document.querySelector("[data-made-from]")?.dataset.madeFrom ?? ""
    const first = below.size ? Math.min(...below) : null
    const keywords = { text: await page, edited: editedCode(), cell: cell.number, check, patient: quiet, below: first, made_from }
    if (running !== mine) return
    await engine.call("claims.live.run", keywords, {
      onMessage: (events) => running === mine && events.forEach((event) => follow(event, keywords.edited, mine)),
      signal: mine.abort.signal,
    })
    if (running !== mine) return
    finish(mine, quiet)
  } catch (error) {
    if (running !== mine) return
    unfinished(mine)
    if (error.type === "Stopped") tell(cell, words.stopped)
    else if (error.type === "Broken") tell(cell, words.broken)
    else output(cell, { error: error.message }, mine)
  } finally {
    clearTimeout(busy)
    if (running === mine) running = undefined
    if (running?.cell !== cell) mark(cell, false)
  }
}

export function stop() {
  engine.stop()
}

export function reset(cell) {
  if (running?.cell === cell) running.abort.abort()
  cell.editor?.close()
  cell.editor = undefined
  cell.element.querySelector(".cell-editor")?.remove()
  cell.element.querySelector("pre").hidden = false
  if (cell.before !== undefined) cell.code.innerHTML = cell.before
  cell.before = cell.comments = undefined
  cell.output?.remove()
  cell.output = undefined
  cell.edited = false
  cell.buttons.reset.hidden = true
  cell.buttons.edit.hidden = false
  tell(cell, "")
  mark(cell, false)
  cell.buttons.run.focus()
  const other = cells.find((one) => one.edited)
  if (other) return run(other, false, true)
  running = undefined
  pending()
  for (const place of places.values()) show(place, undefined)
  for (const one of cells) {
    one.code.querySelectorAll(COMMENTS).forEach((span, index) => {
      if (one.comments) span.textContent = one.comments[index]
      span.classList.remove("live-changed", "live-lost")
    })
  }
}

// What a player shows of a diagram as it is now.
export async function story(figure) {
  const diagram = [...document.querySelectorAll(SHOWN_IN.diagram)].indexOf(figure)
  return engine.call("claims.live.story", { text: await page, edited: editedCode(), diagram })
}

function editedCode() {
  return Object.fromEntries(cells.filter((cell) => cell.edited).map((cell) => [cell.number, codeOf(cell)]))
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
  for (const block of document.querySelector("article").children) block.classList.toggle("live-pending", block.contains(first || null))
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
  for (const { text } of found) if (text !== undefined) mine.counts[text === null ? "lost" : "changed"] += 1
  if (cell.editor) {
    if (sent !== cell.editor.text()) return
    const changes = found.filter(({ text }) => text).map(({ start, end, text }) => ({ from: start, to: end, insert: text }))
    let moved = 0
    const marked = found.map(({ start, end, text }) => {
      const from = start + moved
      moved += text ? text.length - (end - start) : 0
      return text === undefined ? null : { from, to: end + moved, name: text === null ? "live-lost" : "live-changed" }
    })
    return cell.editor.follow(changes, marked.filter(Boolean))
  }
  const spans = cell.code.querySelectorAll(COMMENTS)
  cell.comments ??= [...spans].map((span) => span.textContent)
  for (const { comment, text } of found) {
    const span = spans[comment]
    if (!span) continue
    const now = text ?? (cell.edited ? span.textContent : cell.comments[comment])
    if (span.textContent !== now) span.textContent = now
    span.classList.toggle("live-lost", text === null)
    span.classList.toggle("live-changed", text !== null && now !== cell.comments[comment])
  }
  mine.followed.add(cell)
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
    cell.output.append(line(passed ? "cell-yes" : "cell-no", `${passed ? words.yes : words.no}${message && ": "}${message}`))
    if (passed) solved(cell.number)
    mine.verdict = passed ? words.yes : words.no
  } else {
    if (error || capped) mine.verdict = ""
    const own = picture && !placeOf("picture", cell.number).element && pictures.drawn(picture)
    const shown = box && !error && !capped ? "" : (printing ?? printed ?? "")
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

function finish({ cell, followed, counts, verdict }, quiet) {
  pending()
  for (const place of places.values()) if (!followed.has(place)) show(place, undefined)
  const { changed, lost } = counts
  const said = [verdict ?? (quiet ? "" : words.done), changed && say("changed", changed), lost && say("lost", lost)]
  tell(cell, said.filter(Boolean).join(" · "))
}

// A run that was stopped has not said what is below: with edited code above, nothing there may look true.
function unfinished({ followed }) {
  pending()
  if (!cells.some((cell) => cell.edited)) return
  for (const [kind, selector] of Object.entries(SHOWN_IN)) {
    document.querySelectorAll(selector).forEach((element, index) => {
      const place = placeOf(kind, element.dataset[kind] ?? index)
      if (!followed.has(place)) show(place, null)
    })
  }
  for (const cell of cells.filter((one) => !followed.has(one) && !one.editor)) {
    for (const span of cell.code.querySelectorAll(COMMENTS)) span.classList.toggle("live-lost", /\d/.test(span.textContent))
  }
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

function touched(cell) {
  cell.before ??= cell.code.innerHTML
  cell.comments ??= [...cell.code.querySelectorAll(COMMENTS)].map((span) => span.textContent)
}

export async function edit(cell, caret) {
  if (cell.editor) return cell.editor.focus()
  touched(cell)
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
  cell.editor.put(offset)
  cell.editor.focus()
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
    touched(cell)
    const before = numeral.previousSibling ?? numeral.previousElementSibling
    grips.set(numeral, { text: numeral.textContent, minus: before?.textContent.endsWith("-") })
    numeral.classList.add("cell-dragged")
    numeral.tabIndex = -1
    numeral.focus({ preventScroll: true })
    numeral.onkeydown = (event) => {
      const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key]
      if (!by) return
      event.preventDefault()
      put(cell, numeral, moved(numeral.textContent, by, grips.get(numeral)?.minus))
    }
  }
  const { text, minus } = grips.get(numeral)
  put(cell, numeral, moved(text, Math.round(distance / PIXELS), minus))
}

export function dragged(numeral) {
  grips.delete(numeral)
  numeral.classList.remove("cell-dragged")
}

function put(cell, numeral, text) {
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
