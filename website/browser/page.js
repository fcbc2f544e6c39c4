// What every page needs, as one file: the build bundles the imports below into it. What a reader asks for by a press
// comes in files of its own.

import "./storage.js"
import "./accessibility.js"
import "./copy.js"
import "./fonts.js"
import "./play.js"
import { whenIdle } from "./when-idle.js"

whenIdle(() => import("./progress.js"))
