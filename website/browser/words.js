// The words that the build writes into each page, for what the page says by itself.

/** @type {Record<string, string>} */
import { writtenData } from "./dom.js"

export const words = writtenData("live")
