// The bar under each snippet: Run, Edit, Reset, and Check under an exercise's starter. Until one of them is pressed
// nothing else is fetched; then web/live.js does the work. Shift+Enter runs a cell, a click into its code edits it,
// and a number in it can be dragged.

export const words = JSON.parse(document.getElementById("live").textContent)
export const say = (word, ...numbers) => words[word].replace(/\{(\d)\}/g, (_, index) => numbers[index])

export const button = (word, press) => {
  const one = document.createElement("button")
  one.type = "button"
  one.textContent = words[word]
  one.className = `cell-${word}`
  one.addEventListener("click", press)
  return one
}

// Has web/live.js do something. Where that, or what it needs, cannot be fetched, the cell says so.
async function live(cell, name, ...values) {
  try {
    return await (await import("./live.js"))[name](...values)
  } catch (error) {
    cell.element.classList.remove("cell-busy")
    cell.status.textContent = words.unfetched
    throw error
  }
}

export const cells = [...document.querySelectorAll("[data-cell]")].map((element) => {
  const code = element.querySelector("code")
  const cell = { element, code, number: Number(element.dataset.cell), role: element.dataset.role ?? "page" }
  const run = (check) => {
    element.classList.add("cell-busy")
    return live(cell, "run", cell, check)
  }
  cell.bar = document.createElement("div")
  cell.bar.className = "cell-bar"
  cell.status = document.createElement("span")
  cell.status.className = "cell-status"
  cell.status.setAttribute("role", "status")
  cell.buttons = {
    run: button("run", () => run(false)),
    stop: button("stop", () => live(cell, "stop")),
    check: button("check", () => run(true)),
    edit: button("edit", () => live(cell, "edit", cell)),
    reset: button("reset", () => live(cell, "reset", cell)),
  }
  cell.buttons.stop.hidden = cell.buttons.reset.hidden = true
  cell.buttons.check.hidden = cell.role !== "starter"
  cell.bar.append(...Object.values(cell.buttons), cell.status)
  element.append(cell.bar)

  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.shiftKey || event.defaultPrevented) return
    event.preventDefault()
    run(false)
  })
  let dragged = false
  code.addEventListener("click", (event) => {
    if (dragged || !getSelection().isCollapsed) return
    const caret = document.caretPositionFromPoint?.(event.clientX, event.clientY)
    live(cell, "edit", cell, caret && { node: caret.offsetNode, offset: caret.offset })
  })
  code.addEventListener("pointerdown", (event) => {
    dragged = false
    const numeral = event.target.closest(".mi, .mf")
    if (!numeral || event.button) return
    const moved = (move) => {
      if (Math.abs(move.clientX - event.clientX) < 4 && !dragged) return
      if (!dragged) getSelection().removeAllRanges()
      dragged = true
      live(cell, "drag", cell, numeral, move.clientX - event.clientX)
    }
    const over = new AbortController()
    const done = () => {
      over.abort()
      if (dragged) live(cell, "dragged", numeral)
    }
    event.preventDefault()
    addEventListener("pointermove", moved, { signal: over.signal })
    addEventListener("pointerup", done, { signal: over.signal })
    addEventListener("pointercancel", done, { signal: over.signal })
  })
  return cell
})
