// Letters of other alphabets that look like Latin ones make other variables: they are told apart by their numbers.

/** @type {Record<string, string>} */
const LATIN = Object.fromEntries("аa сc еe іi јj оo рp ѕs хx уy οo".split(" ").map((pair) => [...pair]))

const latin = (/** @type {string} */ name) => [...name].map((letter) => LATIN[letter] ?? letter).join("")

/**
 * For each name what tells it apart from the others.
 *
 * @param {string[]} names
 */
export function labelsOf(names) {
  return names.map((name) => {
    const isAlike = names.some((other) => other !== name && latin(other) === latin(name))
    return isAlike ? name + numbersOf(name) : name
  })
}

/** @param {string} name */
function numbersOf(name) {
  const foreign = [...name].filter((letter) => letter > "\u007f")
  return foreign.map((letter) => ` U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`).join("")
}
