// Runs before Material's search worker (website/build/search.py): accents do not matter in a search. Words are
// folded where the index is made, after stop words have gone, and in what a reader types. What is shown stays as it is.

const SETUP = 0
const QUERY = 2
// Latin letters lose their marks, and ё its dots. й keeps its own: it is another letter.
const fold = (/** @type {string} */ text) =>
  text
    .normalize("NFD")
    .replace(/([a-z])\p{M}+/giu, "$1")
    .normalize("NFC")
    .replace(/ё/g, "е")
    .replace(/Ё/g, "Е")

addEventListener("message", ({ data }) => {
  if (data.type === QUERY) data.data = fold(data.data)
  if (data.type !== SETUP) return
  const { run } = lunr.Pipeline.prototype
  lunr.Pipeline.prototype.run = function (/** @type {any} */ tokens) {
    return run.call(this, tokens).map((/** @type {any} */ token) => token.update(fold))
  }
})
