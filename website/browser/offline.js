// The whole course on the reader's device: one press keeps all files of this language, another removes them. A visited
// page is kept anyway, by offline-worker.js.
//
// entry    a file of the course: its address from the site's root, its size in bytes, a fingerprint of its content
// missing  the entries that are not kept, or kept with another content

import { button, fill, html, writtenData } from "./dom.js"
import { formatNumber } from "./manner.js"
import { tellWorker, watchResources } from "./resources.js"
import { whenIdle } from "./when-idle.js"

/** @typedef {[address: string, size: number, fingerprint: string]} Entry */

const { list, search, ...words } = writtenData("offline")
const root = new URL("../", import.meta.url)
const CACHE = `course-${document.documentElement.lang}`
const FINGERPRINT = "x-fingerprint"
const AT_ONCE = 6
const MEGABYTE = 1e6

const megabytes = (/** @type {number} */ bytes) => formatNumber(Number((bytes / MEGABYTE).toFixed(1)))
const sizeOf = (/** @type {Entry[]} */ entries) => entries.reduce((sum, [, size]) => sum + size, 0)

const message = html("span", { className: "offline-said", role: "status" })
const bar = html("progress", { hidden: true, ariaLabel: words.keeping })
const press = button("offline-press", "", () => act())
const box = html("div", { className: "offline" }, press, bar, message)
/** @type {() => void} */
let act = () => {}

// A browser that refuses to keep anything offers nothing.
whenIdle(() =>
  navigator.serviceWorker?.register(new URL("offline-worker.js", root)).then(
    () => {
      tellWorker([location.href, ...search.map(address)])
      watchResources(tellWorker)
      show()
    },
    () => {},
  ),
)

/** What is kept, and what a press does now. */
async function show(note = "") {
  const kept = await inCourse(list)
  const now = await listed()
  const entries = now ?? (kept ? /** @type {Entry[]} */ (await kept.json()) : [])
  if (!entries.length) return box.remove() // nothing kept, and nothing to keep it from
  const lacking = now && (await missing(entries))
  const size = { all: megabytes(sizeOf(entries)), more: megabytes(sizeOf(lacking ?? [])) }
  if (kept && !lacking?.length) offer(words.remove, fill(words.kept, size), remove)
  else offer(fill(kept ? words.update : words.keep, size), note, () => keep(entries, lacking ?? entries))
  document.querySelector(".md-footer-meta__inner")?.append(box)
}

/**
 * @param {string} label
 * @param {string} note
 * @param {() => void} deed
 */
function offer(label, note, deed) {
  press.textContent = label
  message.textContent = note
  act = deed
}

/** @returns {Promise<Entry[] | undefined>} nothing without a network */
async function listed() {
  try {
    const response = await fetch(`${address(list)}?keep`, { cache: "no-cache" })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

/** @param {Entry[]} entries */
async function missing(entries) {
  const answers = await Promise.all(entries.map(([path]) => inCourse(path)))
  return entries.filter(([, , fingerprint], index) => answers[index]?.headers.get(FINGERPRINT) !== fingerprint)
}

/**
 * @param {Entry[]} entries
 * @param {Entry[]} lacking
 */
async function keep(entries, lacking) {
  const stop = new AbortController()
  offer(words.stop, "", () => stop.abort())
  const course = await caches.open(CACHE)
  const all = sizeOf(entries)
  let done = all - sizeOf(lacking)
  const tell = () => {
    Object.assign(bar, { hidden: false, max: all, value: done })
    message.textContent = fill(words.done, { done: megabytes(done), all: megabytes(all) })
  }
  tell()
  const waiting = [...lacking]
  const fetchAll = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      await fetchInto(course, entry, stop.signal)
      done += entry[1]
      tell()
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, fetchAll))
    await course.put(address(list), new Response(JSON.stringify(entries)))
    navigator.storage?.persist?.()
    bar.hidden = true
    show()
  } catch {
    // What has been fetched stays, for the next press to go on from.
    const stopped = stop.signal.aborted
    stop.abort()
    bar.hidden = true
    show(stopped ? words.stopped : words.failed)
  }
}

/**
 * @param {Cache} course
 * @param {Entry} entry
 * @param {AbortSignal} signal
 */
async function fetchInto(course, [path, , fingerprint], signal) {
  const response = await fetch(`${address(path)}?keep`, { cache: "no-cache", signal })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  const headers = new Headers(response.headers)
  headers.set(FINGERPRINT, fingerprint)
  await course.put(address(path), new Response(response.body, { headers }))
}

async function remove() {
  await caches.delete(CACHE)
  show()
}

/**
 * Asked in this way, a cache that is not there is not made.
 *
 * @param {string} path
 */
const inCourse = (path) => caches.match(address(path), { cacheName: CACHE })

/** @param {string} path */
function address(path) {
  return new URL(path, root).href
}
