// The page's Markdown, of which Python computes the page.

import { once } from "./once.js"

const MARKUP = /^\s*<(!doctype|html|head|body)\b/i
let failed = false

export const markdown = once(async () => {
  try {
    // What came in its place may have been kept by the browser: the next time it is asked for anew.
    const response = await fetch("page.md", { cache: failed ? "reload" : "default" })
    const text = await response.text()
    // The page of a network that wants a login first comes with success, and is HTML.
    const isPage = response.headers.get("content-type")?.startsWith("text/html") || MARKUP.test(text)
    if (!response.ok || isPage) throw new Error(`${response.status} page.md`)
    return text
  } catch (error) {
    failed = true
    throw Object.assign(/** @type {any} */ (error), { type: "Unfetched" })
  }
})
