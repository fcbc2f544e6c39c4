/**
 * Where in a text the letters stand that Python counts. Python counts code points; JavaScript, and with it the editor,
 * counts UTF-16 units, of which 😀 has two.
 *
 * @param {string} text
 * @returns {(codePoints: number) => number}
 */
export function unitsOf(text) {
  const starts = [0]
  for (const letter of text) starts.push(starts[starts.length - 1] + letter.length)
  return (codePoints) => starts[Math.min(codePoints, starts.length - 1)]
}
