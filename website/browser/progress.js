// What the reader has done, kept in this browser alone: lessons read to their end, exercises solved. The navigation
// and the road on the home page show it, and a button under the navigation clears it.
//
// lesson    what is kept of one: whether it was read, how many exercises it has, which are solved (counted from 0)

import { button, find, html, writtenData } from "./dom.js"
import { words } from "./words.js"

const KEY = "minigrad-progress"
// The same lesson in another language is the same lesson: its name is its address below its language's home.
const { base } = writtenData("__config")
const home = new URL(base.endsWith("/") ? base : `${base}/`, location.href).pathname
const nameOf = (/** @type {string} */ link) => new URL(link, location.href).pathname.replace(home, "")
const LINKS = ".md-nav--primary a.md-nav__link:not([href^='#']), .road a"
const starters = [...document.querySelectorAll("[data-role=starter]")].map((starter) =>
  Number(/** @type {HTMLElement} */ (starter).dataset.cell),
)

/** @typedef {{ read: boolean, exercises: number, solved: number[] }} Lesson */

/**
 * Anything may stand in a browser's storage: what is no lesson is none.
 *
 * @returns {Record<string, Lesson>}
 */
function stored() {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {})
    return Object.fromEntries(
      kept.filter(([, lesson]) => isObject(lesson)).map(([name, lesson]) => [name, sound(lesson)]),
    )
  } catch {
    return {}
  }
}

/**
 * @param {unknown} kept
 * @returns {kept is Record<string, any>}
 */
const isObject = (kept) => typeof kept === "object" && kept !== null && !Array.isArray(kept)

/**
 * @param {Record<string, any>} lesson
 * @returns {Lesson}
 */
function sound({ read, exercises, solved }) {
  const all = Number.isInteger(exercises) && exercises > 0 ? exercises : 0
  const known = (Array.isArray(solved) ? solved : []).filter(
    (number) => Number.isInteger(number) && number >= 0 && number < all,
  )
  return { read: read === true, exercises: all, solved: [...new Set(known)] }
}

/** @param {Partial<Lesson>} change */
function note(change) {
  const all = stored()
  const name = nameOf(location.href)
  all[name] = sound({ ...all[name], exercises: starters.length, ...change })
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // A browser may refuse to keep anything; then nothing is kept.
  }
  show()
}

/**
 * An exercise is kept by its place among those of its page, which stays when a snippet is put in above it.
 *
 * @param {number} cell the number of its starter
 */
export function noteSolved(cell) {
  const before = stored()[nameOf(location.href)]?.solved ?? []
  note({ solved: [...before, starters.indexOf(cell)] })
}

function show() {
  const all = stored()
  document.querySelectorAll(".progress").forEach((mark) => mark.remove())
  for (const link of document.querySelectorAll(LINKS)) {
    const lesson = all[nameOf(/** @type {HTMLAnchorElement} */ (link).href)]
    if (lesson && (lesson.read || lesson.solved.length)) link.append(markOf(lesson))
  }
  const nav = document.querySelector(".md-nav--primary > .md-nav__list")
  if (nav && Object.keys(all).length) nav.append(html("li", { className: "md-nav__item progress" }, clearing(nav)))
}

/** @param {Lesson} lesson */
function markOf({ read, exercises, solved }) {
  const count = solved.length ? `${solved.length}/${exercises}` : ""
  const title = [read && words.read, count && `${words.solved}: ${count}`].filter(Boolean).join(", ")
  return html("span", { className: "progress", title }, [read && "✓", count].filter(Boolean).join(" "))
}

const clearing = (/** @type {Element} */ nav) =>
  button("progress-clear", words.clear, () => {
    localStorage.removeItem(KEY)
    show()
    find(nav, "a").focus({ preventScroll: true }) // the button is gone
  })

const end = document.querySelector("article > :last-child")
const atEnd = new IntersectionObserver((entries) => {
  if (!entries.some(({ isIntersecting }) => isIntersecting)) return
  atEnd.disconnect()
  note({ read: true })
})
if (end && document.querySelector("[data-cell]")) atEnd.observe(end)
show()
