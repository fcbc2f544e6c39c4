// What the reader has done, kept in this browser alone: lessons read to their end, exercises solved. The navigation
// shows it, and a button under it clears it.

const KEY = "minigrad-progress"
const words = JSON.parse(document.getElementById("live").textContent)
// The same lesson in another language is the same lesson: its name is its address below its language's home.
const { base } = JSON.parse(document.getElementById("__config").textContent)
const home = new URL(base.endsWith("/") ? base : `${base}/`, location.href).pathname
const nameOf = (link) => new URL(link, location.href).pathname.replace(home, "")
const here = nameOf(location.href)

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {}
  } catch {
    return {}
  }
}

function note(change) {
  const all = stored()
  const exercises = document.querySelectorAll("[data-role=starter]").length
  all[here] = change({ solved: [], ...all[here], exercises })
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // A browser may refuse to keep anything; then nothing is kept.
  }
  show()
}

export function solved(cell) {
  note((lesson) => ({ ...lesson, solved: [...new Set([...lesson.solved, cell])] }))
}

function show() {
  const all = stored()
  const nav = document.querySelector(".md-nav--primary > .md-nav__list")
  nav.querySelectorAll(".progress").forEach((one) => one.remove())
  for (const link of nav.querySelectorAll("a.md-nav__link:not([href^='#'])")) {
    const lesson = all[nameOf(link.href)]
    if (!lesson) continue
    const mark = document.createElement("span")
    mark.className = "progress"
    const count = lesson.solved.length && `${lesson.solved.length}/${lesson.exercises}`
    mark.textContent = [lesson.read && "✓", count].filter(Boolean).join(" ")
    mark.title = [lesson.read && words.read, count && `${words.solved}: ${count}`].filter(Boolean).join(", ")
    link.append(mark)
  }
  if (!Object.keys(all).length) return
  const item = document.createElement("li")
  item.className = "md-nav__item progress"
  const clear = document.createElement("button")
  clear.type = "button"
  clear.className = "progress-clear"
  clear.textContent = words.clear
  clear.addEventListener("click", () => {
    localStorage.removeItem(KEY)
    show()
    nav.querySelector("a").focus({ preventScroll: true }) // the button is gone
  })
  item.append(clear)
  nav.append(item)
}

const end = document.querySelector("article > :last-child")
const atEnd = new IntersectionObserver(([{ isIntersecting }]) => {
  if (!isIntersecting) return
  atEnd.disconnect()
  note((lesson) => ({ ...lesson, read: true }))
})
if (document.querySelector("[data-cell]")) atEnd.observe(end)
show()
