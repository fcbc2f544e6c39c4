// A link to what the sandbox shows: everything that was typed and chosen, behind the # of the address. It never reaches a
// server. Who reads one trusts nothing in it.

const LONGEST = 2000 // letters of an expression

/** @typedef {{ expression: string, at: number | undefined, variables: Record<string, number>, on: string[] }} Shared */

/** @param {Shared} shared */
export function hashOf({ expression, at, variables, on }) {
  const state = new URLSearchParams({ expression, at: String(at) })
  for (const [name, number] of Object.entries(variables)) state.append("v", `${name}=${number}`)
  for (const name of on) state.append("on", name)
  return `#${state}`
}

/**
 * @param {string} hash
 * @returns {Shared | undefined}
 */
export function sharedIn(hash) {
  const state = new URLSearchParams(hash.slice(1))
  const expression = state.get("expression")?.slice(0, LONGEST)
  if (expression === undefined) return undefined
  const at = state.has("at") ? Number(state.get("at")) : undefined
  return {
    expression,
    at,
    variables: Object.fromEntries(state.getAll("v").flatMap(variableIn)),
    on: state.getAll("on"),
  }
}

/**
 * "a=2.5" as a name and its number; nothing where it is none.
 *
 * @param {string} pair
 * @returns {[string, number][]}
 */
function variableIn(pair) {
  const [, name, number] = /^(.+)=([^=\s]+)$/s.exec(pair) ?? []
  return name && Number.isFinite(Number(number)) ? [[name, Number(number)]] : []
}
