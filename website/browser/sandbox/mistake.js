// What is wrong with an expression, in words, and where in it.

import { fill, html } from "../dom.js"

const BEFORE = 30 // letters of the expression that stand before the mistake
const AFTER = 20

/**
 * @param {import("../types.d.ts").SandboxAnswer} answer
 * @param {Record<string, any>} words
 * @returns {(string | HTMLElement)[]} nothing where all is right
 */
export function mistakeIn({ expression, error }, words) {
  if (!error) return []
  const { kind, values, column } = error
  const message = kind ? fill(words.errors[kind], values) : error.message
  const letters = [...expression]
  const place = html(
    "pre",
    {},
    letters.slice(Math.max(0, column - BEFORE), column - 1).join(""),
    html("mark", {}, letters[column - 1] ?? " "),
    letters.slice(column, column + AFTER).join(""),
  )
  return [fill(words.error_at, { column, message }), place]
}
