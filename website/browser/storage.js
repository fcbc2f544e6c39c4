// What the browser keeps for this site. A browser may refuse it: the mere mention of `localStorage` raises then, in
// Material's scripts too, and the switch to dark colours never comes. For such a browser, one that forgets takes its place.

try {
  localStorage.getItem("")
} catch {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: forgetful() })
  Object.defineProperty(globalThis, "sessionStorage", { configurable: true, value: forgetful() })
}

// A Storage that lasts as long as the page.
function forgetful() {
  /** @type {Map<string, string>} */
  const items = new Map()
  return {
    get length() {
      return items.size
    },
    key: (/** @type {number} */ index) => [...items.keys()][index] ?? null,
    getItem: (/** @type {string} */ key) => items.get(String(key)) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void items.set(String(key), String(value)),
    removeItem: (/** @type {string} */ key) => void items.delete(String(key)),
    clear: () => items.clear(),
  }
}
