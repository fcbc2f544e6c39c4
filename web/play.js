// A Play button under each diagram whose story the build wrote down. Pressed, it opens the player in the diagram's
// place; until then nothing of the player, and no story, is fetched. The sandbox, where there is one, starts here too.

async function open(figure) {
  const [{ Player }, { prepare }] = await Promise.all([import("./player.js"), import("./elements.js")])
  const [words, told] = await Promise.all([prepare(), fetch(figure.dataset.story).then((answer) => answer.json())])
  const box = document.createElement("div")
  figure.prepend(box)
  new Player(box, words).show(told)
  return box
}

for (const figure of document.querySelectorAll(".diagram[data-story]")) {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "play-here"
  button.textContent = figure.dataset.play
  let box
  button.onclick = async () => {
    button.disabled = true
    box ??= open(figure)
    const playing = figure.classList.toggle("playing")
    try {
      ;(await box).hidden = !playing
      button.textContent = playing ? figure.dataset.close : figure.dataset.play
    } catch {
      box = undefined
      figure.classList.remove("playing")
    }
    button.disabled = false
  }
  figure.querySelector("details").before(button)
}

if (document.querySelector(".sandbox")) import("./sandbox.js")
if (document.querySelector(".nudges")) import("./nudges.js")
