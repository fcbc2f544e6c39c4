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
  const items = new Map()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(String(key)) ?? null,
    setItem: (key, value) => void items.set(String(key), String(value)),
    removeItem: (key) => void items.delete(String(key)),
    clear: () => items.clear(),
  }
}
