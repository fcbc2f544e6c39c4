// Where the site may be kept, which `mkdocs serve` does not offer, what does it is fetched when all else is there.

import { whenIdle } from "./idle.js"

if (document.getElementById("offline") && navigator.serviceWorker) {
  whenIdle(() => import("./offline.js").catch(() => {}))
}
