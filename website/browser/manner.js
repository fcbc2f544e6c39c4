// How the language of the page writes numbers in a sentence. One table says so, in claims/page/manners.py; the build writes
// its row into each page.

import { writtenData } from "./dom.js"

/** @type {{ point: string, thousands: string, least: number }} `least` digits, and a whole number is parted */
const { point, thousands, least } = writtenData("live").manner

// Whether "1,328" is a large number.
export const commaIsOfThousands = thousands === ","

/** @param {number | string} number */
export function formatNumber(number) {
  const [whole, fraction] = String(number).split(".")
  const parted = whole.length < least ? whole : whole.replace(/\B(?=(\d{3})+$)/g, thousands)
  return fraction === undefined ? parted : parted + point + fraction
}
