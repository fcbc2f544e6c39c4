// A Play button under each diagram whose story the build wrote down. Pressed, it opens the player in the diagram's
// place; until then nothing of the player, and no story, is fetched. Where the reader has changed the diagram, the
// engine tells its story anew. The sandbox, where there is one, starts here too.

async function open(figure) {
  const [{ Player }, { prepare }] = await Promise.all([import("./player.js"), import("./elements.js")])
  const words = await prepare()
  const box = document.createElement("div")
  figure.prepend(box)
  return new Player(box, words)
}

async function story(figure) {
  if (figure.matches(".live-changed")) return (await import("./live.js")).story(figure)
  return (await fetch(figure.dataset.story)).json()
}

for (const figure of document.querySelectorAll(".diagram[data-story]")) {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "play-here"
  button.textContent = figure.dataset.play
  let player
  let fresh = false
  const tell = async () => {
    const told = await story(figure)
    ;(await player).show(told)
    fresh = true
  }
  const close = () => {
    figure.classList.remove("playing")
    button.textContent = figure.dataset.play
  }
  button.onclick = async () => {
    if (figure.matches(".playing")) return player.then((one) => ((one.box.hidden = true), one.pause(), close()))
    button.disabled = true
    figure.classList.add("playing")
    try {
      player ??= open(figure)
      if (!fresh) await tell()
      ;(await player).box.hidden = false
      button.textContent = figure.dataset.close
    } catch {
      player = undefined
      close()
    }
    button.disabled = false
  }
  let rest
  figure.addEventListener("changed", () => {
    fresh = false
    clearTimeout(rest)
    if (figure.matches(".playing.live-lost")) player?.then((one) => one.pause())
    if (figure.matches(".playing:not(.live-lost)")) rest = setTimeout(() => tell().catch(() => {}), 100)
  })
  figure.querySelector("details").before(button)
}

if (document.querySelector(".sandbox")) import("./sandbox.js")
if (document.querySelector(".nudges")) import("./nudges.js")
