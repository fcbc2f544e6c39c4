// A reader's number against the engine's: what was meant, and how near it comes.

const AS_SAID = 5e-4 // relative; the answer is said with four digits
const CLOSE = 0.1

/**
 * The number that a reader has typed: with a comma or a point, any minus sign, as a fraction, in percent. Nothing for
 * what is no number.
 *
 * @param {string} typed
 * @param {boolean} commaIsOfThousands whether "1,328" is a large number, as in English
 */
export function numberIn(typed, commaIsOfThousands) {
  const text = typed.replace(/\s/g, "").replace(/[‐-―−﹣－⁻]/g, "-")
  const [, over, under, percent] = /^([^/%]+)(?:\/([^/%]+))?(%)?$/.exec(text) ?? []
  if (over === undefined) return undefined
  const number = plainNumber(over, commaIsOfThousands) / plainNumber(under ?? "1", commaIsOfThousands)
  return Number.isFinite(number) ? (percent ? number / 100 : number) : undefined
}

/**
 * @param {string} text
 * @param {boolean} commaIsOfThousands
 */
function plainNumber(text, commaIsOfThousands) {
  const grouped = commaIsOfThousands && /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(text)
  const plain = grouped ? text.replaceAll(",", "") : text.replace(",", ".")
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN
}

/**
 * How a guess stands to the answer: the name of a word.
 *
 * @param {number} guess
 * @param {number} answer
 * @param {string} typed what the guess was read from: its digits say how exact it is meant
 */
export function verdictOn(guess, answer, typed) {
  const distance = Math.abs(guess - answer)
  const size = Math.abs(answer)
  if (distance <= (Number.isInteger(answer) ? 0 : AS_SAID * size)) return "right"
  if (guess * answer < 0) return "other_sign"
  // Twice as much is not close, though 1 is 0.5 rounded.
  if (guess * answer > 0 && distance < size && distance <= Math.max(CLOSE * size, halfOfLastDigit(typed)))
    return "close"
  if (guess < 0 || answer < 0) return guess < answer ? "nearer" : "further"
  return guess > answer ? "too_large" : "too_small"
}

/** @param {string} typed */
function halfOfLastDigit(typed) {
  if (/[/%e]/i.test(typed)) return 0
  const [, fraction = ""] = /[.,](\d*)\s*$/.exec(typed) ?? []
  return 0.5 * 10 ** -fraction.length * (1 + 1e-9)
}
