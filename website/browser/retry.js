// What a part of the page needs before it can begin. Where that does not arrive, its place says so and offers another try.

import { button, html } from "./dom.js"
import { words } from "./words.js"

/**
 * What `fetch` comes to; asked for again, at a press, as long as it fails.
 *
 * @template T
 * @param {Element} place
 * @param {() => Promise<T>} fetch
 * @returns {Promise<T>}
 */
export async function withRetry(place, fetch) {
  for (;;) {
    try {
      return await fetch()
    } catch {
      await new Promise((pressed) => {
        const again = button("", words.unfetched, () => (message.remove(), pressed(undefined)))
        const message = html("p", { role: "alert" }, again)
        place.prepend(message)
      })
    }
  }
}
