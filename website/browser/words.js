// The words that the build writes into each page, for what the page says by itself.

/** @type {Record<string, string>} */
export const words = JSON.parse(document.getElementById("live")?.textContent ?? "{}")
