// Questions that a reader answers before the page tells. Below each stands a form; what the engine computes is in the page
// from the start, so that nothing has to be fetched for a verdict. Nothing of the page is hidden until then.
//
// place    the element that the build put below a question: it holds the answer, and later what an edited page answers
// choice   a question whose options stand in a list; the list becomes part of the form
// guess    what the reader said: as it was typed, or the number of an option; null where the answer was asked for

import { button, fill, find, html } from "./dom.js"
import { keepGuess, keptGuess } from "./guess/store.js"
import { numberIn, verdictOn } from "./guess/verdict.js"
import { commaIsOfThousands, formatNumber } from "./manner.js"

const words = JSON.parse(find(document, ".guess[data-words]").dataset.words ?? "{}")

/** @param {HTMLElement} place */
function addForm(place) {
  const { guess: number = "", asked = "" } = place.dataset
  const question = { number: Number(number), asked }
  const field = place.dataset.options ? choice(place) : numeral(place)
  const verdict = html("p", { className: "guess-verdict", role: "status" })
  const giveUp = button("guess-give-up", words.give_up, () => answer(null))
  const again = button("guess-again", words.again, forget)
  const form = html("form", { className: "guess-form", noValidate: true }, field.element)
  const buttons = html("div", { className: "guess-buttons" }, html("button", {}, words.compare), giveUp, again)
  form.append(buttons, verdict)
  form.onsubmit = (event) => {
    event.preventDefault()
    const guess = field.guess()
    if (guess !== undefined) return answer(guess)
    verdict.textContent = field.complaint
    field.focus()
  }
  place.append(form)
  place.addEventListener("changed", show) // an edit of the page has changed the answer
  field.fill(keptGuess(question) ?? undefined)
  show()

  /** @param {string | null} guess */
  function answer(guess) {
    keepGuess(question, guess)
    show()
    if (guess === null) again.focus() // the button that was pressed is gone
  }

  function forget() {
    keepGuess(question)
    field.fill()
    show()
    field.focus()
  }

  function show() {
    const guess = keptGuess(question)
    verdict.replaceChildren(...(guess === undefined ? [] : sentence(place, guess)))
    place.classList.toggle("guess-answered", guess !== undefined)
    giveUp.hidden = guess !== undefined
    again.hidden = guess === undefined
  }
}

/**
 * What the page says of a guess.
 *
 * @param {HTMLElement} place
 * @param {string | null} guess
 * @returns {(Node | string)[]}
 */
function sentence(place, guess) {
  const { answer, said } = place.dataset
  if (!answer) return [words.lost]
  if (place.dataset.options) {
    if (guess === answer) return [strong(words.right)]
    const option = place.querySelectorAll(".guess-option")[Number(answer) - 1]
    return [strong(words.option), " ", ...(option ? copies(option) : [])]
  }
  if (guess === null) return [fill(words.answer, { answer: said })]
  const verdict = words[verdictOn(numberOf(guess) ?? NaN, Number(answer), guess)]
  return [strong(verdict), ` ${fill(words.said, { guess, answer: said })}`]
}

const strong = (/** @type {string} */ text) => html("strong", {}, text)

const numberOf = (/** @type {string} */ typed) => numberIn(typed, commaIsOfThousands)

/**
 * What stands in an option, a second time: the page names each claim, and counts each formula, once.
 *
 * @param {Element} option
 */
function copies(option) {
  const copy = /** @type {Element} */ (option.cloneNode(true))
  for (const claim of copy.querySelectorAll("[data-claim]")) claim.removeAttribute("data-claim")
  for (const formula of copy.querySelectorAll(".formula")) formula.replaceWith(...formula.childNodes)
  return [...copy.childNodes]
}

// The two kinds of questions: each has an element, and gives and takes a guess.

/** @param {HTMLElement} place */
function numeral(place) {
  const id = `guess-${place.dataset.guess}`
  const input = html("input", { id, type: "text", autocomplete: "off", size: 10, spellcheck: false })
  input.setAttribute("aria-describedby", idOf(/** @type {Element} */ (place.previousElementSibling), `${id}-question`))
  return {
    element: html("div", {}, html("label", { htmlFor: id }, words.label), input),
    complaint: fill(words.not_a_number, [formatNumber("0.5"), "1/3"]),
    guess: () => (numberOf(input.value) === undefined ? undefined : input.value.trim()),
    fill: (guess = "") => (input.value = guess),
    focus: () => input.focus(),
  }
}

/** @param {HTMLElement} place */
function choice(place) {
  const list = /** @type {Element} */ (place.previousElementSibling)
  const name = `guess-${place.dataset.guess}`
  const radios = [...list.children].map((item, index) => {
    const radio = html("input", { type: "radio", name, value: String(index + 1) })
    const option = html("span", { className: "guess-option" }, ...item.childNodes)
    item.append(html("label", {}, radio, option))
    return radio
  })
  const element = html("fieldset", {}, list)
  const question = /** @type {Element} */ (place.previousElementSibling)
  element.setAttribute("aria-labelledby", idOf(question, `${name}-question`))
  return {
    element,
    complaint: words.choose,
    guess: () => radios.find(({ checked }) => checked)?.value,
    fill: (guess = "") => radios.forEach((radio) => (radio.checked = radio.value === guess)),
    focus: () => radios[0].focus(),
  }
}

/**
 * @param {Element} element
 * @param {string} id if it has none yet
 */
const idOf = (element, id) => (element.id ||= id)

/** @type {NodeListOf<HTMLElement>} */
const places = document.querySelectorAll(".guess")
places.forEach(addForm)
