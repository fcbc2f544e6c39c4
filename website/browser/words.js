// The words that the build writes into each page, for what the page says by itself.

import { writtenData } from "./dom.js"

/** @type {import("./types.d.ts").Words} */
export const words = writtenData("live")
