// Python as it is when it has started, kept in this browser: the next page, or the next start after Stop, goes on from
// there in a fraction of the time.
//
// snapshot   Python's memory, with the site's modules imported, before any code of a page has run
// address    names the version of these modules and of Pyodide; a snapshot of another version is of no use. No file of the
//            site stands there: without a network, one that is kept by the same address would be taken for it

const CACHE = "python"

/** @typedef {NonNullable<Awaited<ReturnType<typeof openSnapshots>>>} Snapshots */

/**
 * The store of one snapshot; none where the browser refuses to keep anything.
 *
 * @param {string} address
 */
export async function openSnapshots(address) {
  try {
    const cache = await caches.open(CACHE)
    return {
      read: () => read(cache, address),
      replace: (/** @type {Uint8Array<ArrayBuffer>} */ snapshot) => replace(cache, address, snapshot),
    }
  } catch {
    return undefined
  }
}

/**
 * @param {Cache} cache
 * @param {string} address
 */
async function read(cache, address) {
  try {
    return await (await cache.match(address))?.arrayBuffer()
  } catch {
    return undefined // It cannot be read.
  }
}

/**
 * In the place of what was kept.
 *
 * @param {Cache} cache
 * @param {string} address
 * @param {Uint8Array<ArrayBuffer>} snapshot
 */
async function replace(cache, address, snapshot) {
  try {
    for (const request of await cache.keys()) await cache.delete(request)
    await cache.put(address, new Response(snapshot))
  } catch {
    // There is no room for it.
  }
}
