// What a player and the pictures beside it need before they begin: the words of the page's language, and their style.

import { html } from "./dom.js"
import { fetchOrThrow } from "./fetch-or-throw.js"
import { once } from "./once.js"

/**
 * A JSON file of the site, by its address from here.
 *
 * @param {string} path
 */
export const readJson = async (path) => (await fetchOrThrow(new URL(path, import.meta.url))).json()

const fetchWords = once(() => readJson(`./words/${document.documentElement.lang}.json`))

const addStyle = once(
  () =>
    new Promise((resolve, reject) => {
      const href = new URL("./player.css", import.meta.url).href
      const link = html("link", { rel: "stylesheet", href, onload: resolve })
      link.onerror = () => {
        link.remove()
        reject(new Error(href))
      }
      document.head.append(link)
    }),
)

// The words of the page's language, once the style sheet that only players need is there too.
export async function prepare() {
  const [words] = await Promise.all([fetchWords(), addStyle()])
  return words
}
