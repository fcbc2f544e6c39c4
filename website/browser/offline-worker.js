// Between the pages and the network. A page that was visited, and a course that was kept (offline.js), are there without
// a network; with one, what is shown is always fresh.

const VISITED = "visited"

const worker = /** @type {any} */ (globalThis) // TypeScript's DOM has pages alone

worker.addEventListener("install", () => worker.skipWaiting())
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request
  const { origin, search } = new URL(url)
  // What is fetched in order to be kept goes another way.
  if (method !== "GET" || origin !== location.origin || search === "?keep") return
  event.respondWith(answer(event.request))
})

/** @param {Request} request */
async function answer(request) {
  try {
    const response = await fetch(request)
    if (response.status === 200) remember(request, response.clone())
    return response
  } catch (failure) {
    // Some files are asked for by their version, and kept without.
    const kept = (await caches.match(request)) ?? (await caches.match(request, { ignoreSearch: true }))
    if (kept) return kept
    throw failure
  }
}

/**
 * A browser may refuse to keep anything; then nothing is kept.
 *
 * @param {Request} request
 * @param {Response} response
 */
function remember(request, response) {
  return caches
    .open(VISITED)
    .then((visited) => visited.put(request, response))
    .catch(() => {})
}
