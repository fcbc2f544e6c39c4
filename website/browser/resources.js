// What is loaded past the worker that keeps visited pages (offline-worker.js): on a first visit all that comes before it
// is there, later what the browser takes from a store of its own. The worker is told of it, and keeps that too.

/**
 * Each file that this page or thread has loaded, and each that it will load, by its address.
 *
 * @param {(addresses: string[]) => void} tell
 */
export function watchResources(tell) {
  const observer = new PerformanceObserver((list) => tell(list.getEntries().map(({ name }) => name)))
  observer.observe({ type: "resource", buffered: true })
}

/**
 * The worker hears it as soon as it is there.
 *
 * @param {string[]} addresses
 */
export const tellWorker = (addresses) =>
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(addresses))
