// Numerals in code, and what dragging does to them: an arithmetic of digits, of which no digit is lost.

const PIXELS = 6 // for one step of a numeral's last digit
// With its sign, where the line shows that no operand stands before it; the exponent of 1e-3 is none.
const NUMERAL = /(?<![\w.]|[\d.][eE][-+])(?:(?<![\w)\]}.'"]\s*|^\s+)-)?\d+(?:\.\d*)?(?![\w.])/g

/**
 * How many steps a numeral has moved that was dragged so far.
 *
 * @param {number} distance pixels, to the right
 */
export const stepsOf = (distance) => Math.round(distance / PIXELS)

/**
 * The numeral that stands at a place of a line, which may be just behind its last digit.
 *
 * @param {string} line
 * @param {number} place
 */
export function numeralAt(line, place) {
  for (const { index: start, 0: digits } of line.matchAll(NUMERAL)) {
    if (start <= place && place <= start + digits.length) {
      return { start, digits, behindMinus: line[start - 1] === "-" }
    }
  }
  return undefined
}

/**
 * A numeral some steps of its last digit further: 0.5 and 2 steps are 0.7. Behind a minus it stops at zero, for "--0.1"
 * is no number. Nothing for what is no plain numeral, such as 1e-3.
 *
 * @param {string} digits
 * @param {number} steps
 * @param {boolean} [behindMinus]
 */
export function stepped(digits, steps, behindMinus = false) {
  const [, sign, whole, fraction] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(digits) ?? []
  if (whole === undefined) return undefined
  const decimals = fraction?.length ?? 0
  let units = BigInt(`${sign}${whole}${fraction ?? ""}`) + BigInt(steps)
  if (behindMinus && units < 0n) units = 0n
  const all = String(units < 0n ? -units : units).padStart(decimals + 1, "0")
  const point = all.length - decimals
  return `${units < 0n ? "-" : ""}${all.slice(0, point)}${fraction === undefined ? "" : `.${all.slice(point)}`}`
}
