// What the browser keeps for a reader, page by page: under a key of its own a list for each page that has any.

/**
 * @param {string} key
 * @returns {Record<string, unknown>}
 */
function stored(key) {
  try {
    const pages = JSON.parse(localStorage.getItem(key) ?? "{}")
    return pages !== null && typeof pages === "object" && !Array.isArray(pages) ? pages : {}
  } catch {
    return {}
  }
}

/**
 * What is kept for this page. Before there were lists, each entry stood under its number. Anything may stand in a
 * browser's storage: what an entry holds is for others to doubt.
 *
 * @param {string} key
 * @returns {any[]}
 */
export function entriesOf(key) {
  const entries = Object.entries(stored(key)[location.pathname] ?? {})
  return entries.map(([number, entry]) => ({ number: Number(number), ...entry }))
}

/**
 * @param {string} key
 * @param {unknown[]} entries all of this page
 */
export function store(key, entries) {
  const { [location.pathname]: _, ...others } = stored(key)
  const pages = entries.length ? { ...others, [location.pathname]: entries } : others
  try {
    if (Object.keys(pages).length) localStorage.setItem(key, JSON.stringify(pages))
    else localStorage.removeItem(key)
  } catch {
    // A browser may refuse to keep anything, or have no room; then nothing is kept.
  }
}
