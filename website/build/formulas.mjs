// Reads formulas on standard input, one JSON object a line; answers each with one line.
import { createInterface } from "node:readline"
import katex from "katex"

for await (const line of createInterface({ input: process.stdin })) {
  const { formula, display } = JSON.parse(line)
  let answer
  try {
    // strict would refuse Cyrillic in \text{…}
    answer = { html: katex.renderToString(formula, { displayMode: display, strict: false }) }
  } catch (error) {
    answer = { error: error.message }
  }
  process.stdout.write(JSON.stringify(answer) + "\n")
}
