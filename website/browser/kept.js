// The reader's code, kept in this browser alone: for each page that has some, its cells' numbers with the code that the
// page had there and the reader's. Where a lesson has changed since, the reader's code is of another snippet: it is dropped.

const KEY = "minigrad-code"

/** @returns {Record<string, Record<string, {page: string, code: string}>>} */
function stored() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}")
    return kept !== null && typeof kept === "object" && !Array.isArray(kept) ? kept : {}
  } catch {
    return {}
  }
}

/** @param {{number: number, published: string, code: string}[]} edits all of this page */
export function keep(edits) {
  const { [location.pathname]: _, ...others } = stored()
  const mine = Object.fromEntries(edits.map(({ number, published, code }) => [number, { page: published, code }]))
  const pages = edits.length ? { ...others, [location.pathname]: mine } : others
  try {
    if (Object.keys(pages).length) localStorage.setItem(KEY, JSON.stringify(pages))
    else localStorage.removeItem(KEY)
  } catch {
    // A browser may refuse to keep anything, or have no room; then nothing is kept.
  }
}

/**
 * The reader's code for a cell of this page, if any is kept.
 *
 * @param {{number: number, published: string}} cell
 */
export function keptCode({ number, published }) {
  const kept = stored()[location.pathname]?.[number]
  return kept?.page === published && typeof kept.code === "string" ? kept.code : undefined
}
