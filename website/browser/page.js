// What every page needs, as one file: the build bundles the imports below into it. What a reader asks for by a press
// comes in files of its own, which take from here what they share with the page.

import "./accessibility.js"
import "./copy.js"
import "./fonts.js"
import "./play.js"

export { redraw } from "./diagrams.js"
export { solved } from "./progress.js"
export { button, cells, say, words } from "./cell.js"
