// Small helpers for web/player.js and web/sandbox.js. Text goes in as text: nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg"

// An HTML element with properties and children; a string becomes text.
export function html(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

// An SVG element with attributes and children.
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  element.append(...children)
  return element
}

// "{node} is {data}" with the values filled in.
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
}

// A file of the site beside this one.
export async function read(path) {
  const answer = await fetch(new URL(path, import.meta.url))
  if (!answer.ok) throw new Error(`${answer.status} ${path}`)
  return answer.json()
}

let prepared

// The words of the page's language, once the style sheet that only players need is there too.
export function prepare() {
  prepared ??= Promise.all([read(`./words/${document.documentElement.lang}.json`), styled()]).then(([words]) => words)
  return prepared
}

function styled() {
  return new Promise((resolve) => {
    const href = new URL("./player.css", import.meta.url).href
    document.head.append(html("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve }))
  })
}
