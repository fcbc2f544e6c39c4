// Between the pages and the network. A page that was visited, and a course that was kept (offline.js), are there without
// a network; with one, what is shown is always fresh.

const VISITED = "visited"

const worker = /** @type {any} */ (globalThis) // TypeScript's DOM has pages alone
const answered = new Set() // addresses of what has come this way since the worker was started

worker.addEventListener("install", () => worker.skipWaiting())
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET" && isOwn(event.request.url)) event.respondWith(answer(event))
})

// What a page has loaded, by this way or past it (resources.js).
worker.addEventListener("message", (/** @type {any} */ event) => {
  event.waitUntil(Promise.all(event.data.filter(isOwn).map(keep)))
})

/**
 * What is fetched in order to be kept goes another way.
 *
 * @param {string} url
 */
function isOwn(url) {
  const { origin, protocol, search } = new URL(url)
  return origin === location.origin && protocol !== "blob:" && search !== "?keep"
}

/** @param {any} event */
async function answer(event) {
  const { request } = event
  answered.add(request.url)
  try {
    const response = await fetch(request)
    event.waitUntil(remember(request, response.clone()))
    return response
  } catch (failure) {
    // Some files are asked for by their version, and kept without.
    const kept = (await caches.match(request)) ?? (await caches.match(request, { ignoreSearch: true }))
    if (kept) return kept
    throw failure
  }
}

/**
 * The browser has the file at hand: the page has just loaded it.
 *
 * @param {string} url
 */
async function keep(url) {
  try {
    if (!answered.has(url) && !(await caches.match(url)))
      await remember(url, await fetch(url, { cache: "force-cache" }))
  } catch {
    // What the network does not give is not kept.
  }
}

/**
 * @param {Request | string} request
 * @param {Response} response
 */
async function remember(request, response) {
  if (response.status !== 200) return
  try {
    await (await caches.open(VISITED)).put(request, response)
  } catch {
    // A browser may refuse to keep anything; then nothing is kept.
  }
}
