// Runs of the page: the page and the reader's code go to Python, and its answers come back to the places of the page.
// Only the newest run is shown: a newer one ends it.

import { loseComments, showComments } from "./comments.js"
import { codes, isUncomputed, noteComputed } from "./edits.js"
import { engine, failure } from "./engine.js"
import { cellOf, lesson } from "./lesson.js"
import { markdown } from "./markdown.js"
import { showOutcome } from "./outcome.js"
import { answeredText, knownPlaces, losePending, placeOf, show } from "./places.js"
import { firstBelow } from "./screen.js"
import { markBusy, tell, tellEnd, tellProgress, tellTraining } from "./status.js"
import { showTraining, wishes } from "./trainings.js"
import { words } from "./words.js"

/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {import("./types.d.ts").Run} Run */
/** @typedef {import("./types.d.ts").Answer} Answer */

// An abort is heard between two steps of a run. Code that takes none in this time is ended with its engine.
const PATIENCE = { pressed: 1500, quiet: 10_000 } // ms
const QUIET = 400 // ms, until a run that nobody has pressed shows that it runs
const RUN = "website.shared.live.run"
const WARM = "website.shared.live.restore_the_engine" // it does nothing to Python that is fresh

/** @type {Run | undefined} */
let running
/** @type {Promise<void>} the end of the latest run */
let last = Promise.resolve()
/** @type {{loaded: number, total: number} | undefined} */
let fetched
let alwaysOther = false // a fresh Python said something else than the page: to begin anew would not help

engine.addEventListener("progress", (event) => {
  fetched = engine.ready ? undefined : /** @type {CustomEvent} */ (event).detail
  if (running && fetched) tellProgress(running.cell, fetched)
})
engine.addEventListener("ready", () => {
  fetched = undefined
  if (running) tell(running.cell, words.running)
})

const canRun = () => typeof WebAssembly === "object"

// Python and the page's Markdown, before anything is to be run. What fails is asked for again by a run, which says so.
export function warm() {
  if (!canRun()) return
  markdown().catch(() => {})
  engine.call(WARM).catch(() => {})
}

/**
 * Run a page up to a cell, or all of it where the reader has changed code.
 *
 * @param {Cell} cell whose outcome is shown
 * @param {{check?: boolean, quiet?: boolean, goOn?: boolean}} [how]
 */
export function run(cell, { check = false, quiet = false, goOn = false } = {}) {
  leave(cell)
  running = newRun(cell, check, quiet, goOn)
  return (last = carryOut(running, last))
}

/**
 * @param {Cell} cell
 * @param {boolean} check
 * @param {boolean} quiet
 * @param {boolean} goOn
 * @returns {Run}
 */
function newRun(cell, check, quiet, goOn) {
  let stop = () => {}
  /** @type {Promise<never>} */
  const stopped = new Promise((_, reject) => (stop = () => reject(failure("Stopped"))))
  stopped.catch(() => {}) // also where nothing waits for it
  return {
    ...{ cell, check, quiet, goOn, stopped, stop, ...codes() },
    ...{ abort: new AbortController(), followed: new Set(), counts: { changed: 0, lost: 0 } },
    ...{ renewed: false, answered: false, trains: false, rests: false },
  }
}

/**
 * @param {Run} run
 * @param {Promise<void>} before
 */
async function carryOut(run, before) {
  const { cell, quiet } = run
  cell.element.classList.add("cell-busy")
  const busy = setTimeout(() => run === running && showBusy(cell), quiet ? QUIET : 0)
  try {
    if (!canRun()) throw failure("Unable")
    await Promise.race([end(before, quiet ? PATIENCE.quiet : PATIENCE.pressed), run.stopped])
    const text = run === running && (await Promise.race([markdown(), run.stopped]))
    if (run === running) await compute(run, /** @type {string} */ (text))
    if (run === running) finish(run)
  } catch (error) {
    if (run === running) giveUp(run, /** @type {any} */ (error))
  } finally {
    clearTimeout(busy)
    if (run === running) running = undefined
    if (running?.cell !== cell) markBusy(cell, false)
  }
}

/** @param {Cell} cell */
function showBusy(cell) {
  markBusy(cell, true)
  if (fetched) tellProgress(cell, fetched)
}

/**
 * What runs is not wanted any more: from here on nothing that it answers is shown.
 *
 * @param {Cell} [next]
 */
function leave(next) {
  if (!running) return
  const { cell, check, abort } = running
  abort.abort()
  running = undefined
  if (cell === next) return
  markBusy(cell, false)
  tell(cell, next && check ? words.stopped : "") // a check that another run ends has no verdict
}

/**
 * The end of a run that is not wanted any more, brought about where it does not come by itself.
 *
 * @param {Promise<void>} before
 * @param {number} patience
 */
async function end(before, patience) {
  const late = new Promise((resolve) => setTimeout(resolve, patience, true))
  if ((await Promise.race([before, late])) === true && engine.ready) engine.stop()
}

// A training that rests now and then is told, and the page follows; all else is ended with its engine.
export function stop() {
  if (running?.rests && running.say) {
    running.rests = false
    running.say("stop")
    return
  }
  running?.stop()
  engine.stop()
}

// Ends what runs, for good: nothing comes after it that would.
export function stopForReset() {
  const stuck = running && last
  leave()
  if (stuck) end(stuck, PATIENCE.pressed)
}

/**
 * What a player shows of a diagram as it is now.
 *
 * @param {number} diagram
 */
export async function storyOf(diagram) {
  const trainings = wishes({ quiet: true })
  return engine.call("website.shared.live.story", {
    text: await markdown(),
    edited: codes().edited,
    diagram,
    trainings,
  })
}

// Asking Python

/**
 * @param {Run} run
 * @param {string} text
 */
async function compute(run, text) {
  try {
    await call(run, text)
  } catch (error) {
    if (!run.renewed || run !== running) throw error
    Object.assign(run, { followed: new Set(), counts: { changed: 0, lost: 0 } })
    await call(run, text)
  }
}

/**
 * @param {Run} run
 * @param {string} text
 */
function call(run, text) {
  const { line, line_of_snippet, in_function } = words
  const keywords = {
    text,
    edited: run.edited,
    cell: run.cell.number,
    check: run.check,
    patient: run.quiet,
    language: document.documentElement.lang,
    below: firstBelow(),
    trainings: wishes(run),
    diagram_words: { .../** @type {HTMLElement | null} */ (document.querySelector("[data-made_from]"))?.dataset },
    phrases: { line, line_of_snippet, in_function },
    open_outputs: lesson.cells.filter(({ output }) => output && !output.hidden).map(({ number }) => number),
  }
  const onMessage = (/** @type {Answer[]} */ answers) => run === running && hear(run, answers)
  const onStart = (/** @type {(word: string) => void} */ say) => (run.say = say)
  return Promise.race([engine.call(RUN, keywords, { onMessage, onStart, signal: run.abort.signal }), run.stopped])
}

/**
 * @param {Run} run
 * @param {Answer[]} answers
 */
function hear(run, answers) {
  // Code that has run before may have changed Python itself: nobody has edited this page, and yet it says something else.
  run.trains ||= answers.some(({ training }) => training !== undefined)
  if (!run.renewed && !run.trains && !alwaysOther && !Object.keys(run.edited).length && answers.some(saysOther)) {
    run.renewed = true
    return engine.stop()
  }
  for (const answer of answers) follow(run, answer)
}

/** @param {Answer} answer */
const saysOther = ({ cell, comments, ...answer }) => (cell === undefined ? [answer] : (comments ?? [])).some(hasText)
/** @param {Answer} answer */
const hasText = (answer) => "text" in answer

/**
 * @param {Run} run
 * @param {Answer} answer
 */
function follow(run, answer) {
  const [kind] = Object.keys(answer)
  const number = answer[kind]
  if (kind === "pending") return
  if (kind === "failed") return void (run.failure = answer)
  if (kind === "training") return followTraining(run, answer)
  if (kind === "cell") {
    const cell = cellOf(number)
    if (!cell) return
    if (answer.comments) showComments(cell, answer.comments, run)
    else showOutcome(cell, answer, run)
    return
  }
  const place = placeOf(kind, number)
  const text = answeredText(place, answer)
  run.followed.add(place)
  if (text !== undefined) run.counts[text === null ? "lost" : "changed"] += 1
  show(place, text, answer)
}

/**
 * @param {Run} run
 * @param {Answer} news
 */
function followTraining(run, news) {
  const cell = cellOf(news.training)
  if (!cell) return
  run.rests = news.state === "running" && news.rests
  if (news.state === "running") tellTraining(run.cell, news)
  else if (news.state === "stopped" && !run.quiet) run.verdict = words.stopped
  showTraining(cell, news)
}

// The end of a run

/** @param {Run} run */
function finish(run) {
  if (Object.keys(run.edited).length) {
    for (const place of knownPlaces()) if (!run.followed.has(place)) show(place, undefined)
    loseComments(run)
  }
  alwaysOther ||= run.renewed && run.counts.changed + run.counts.lost > 0
  noteComputed(run)
  tellEnd(run)
}

/**
 * A run that was stopped has not said what is below: with edited code above, nothing there may look true.
 *
 * @param {Run} run
 * @param {Error & {type: string}} error
 */
function giveUp(run, error) {
  const { cell, answered } = run
  const isKnown = /^(Stopped|Broken|Deep|Unable|Unfetched)$/.test(error.type)
  const known = isKnown ? words[error.type.toLowerCase()] : undefined
  tell(cell, known ?? "")
  if (!answered && cell.output) cell.output.hidden = true
  losePending()
  for (const one of lesson.cells) if (isUncomputed(one) && !run.followed.has(one)) one.editor?.mark("live-lost")
  if (known === undefined) showOutcome(cell, { error: error.message }, run)
}
