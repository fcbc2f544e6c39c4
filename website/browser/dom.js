// Elements of a page, and the sentences in them. Text goes in as text: nothing here reads markup.

export const SVG = "http://www.w3.org/2000/svg"

/**
 * An HTML element with properties and children; a string becomes text.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function html(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

/**
 * An SVG element with attributes and children.
 *
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  element.append(...children)
  return element
}

/**
 * "{node} is {data}" with the values filled in; "{0} of {1}" takes them from a list.
 *
 * @param {string} template
 * @param {object} values
 */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => String(/** @type {any} */ (values)[name] ?? whole))
}

/**
 * The first element that a selector names, where there has to be one.
 *
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export const find = (root, selector) => /** @type {HTMLElement} */ (root.querySelector(selector))

/**
 * What is folded away, and an element stands in, is unfolded.
 *
 * @param {Element | undefined} element
 */
export function unfold(element) {
  for (let fold = element?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true
}

/**
 * A button with a class of its own.
 *
 * @param {string} className
 * @param {string} text
 * @param {() => void} onclick
 */
export const button = (className, text, onclick) => html("button", { type: "button", className, onclick }, text)

/**
 * What the build wrote into the page as JSON, under an id.
 *
 * @param {string} id
 */
export const writtenData = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}")

/**
 * A share as style rules write it.
 *
 * @param {number} share
 */
export const percent = (share) => `${100 * share}%`
