// Small helpers for web/player.js and web/sandbox.js. Text goes in as text: nothing here reads markup.

export const SVG = "http://www.w3.org/2000/svg"

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

// What `make` comes to, made once; anew only where that failed.
function once(make) {
  let made
  return () =>
    (made ??= make().catch((failure) => {
      made = undefined
      throw failure
    }))
}

const worded = once(() => read(`./words/${document.documentElement.lang}.json`))

const styled = once(
  () =>
    new Promise((resolve, reject) => {
      const href = new URL("./player.css", import.meta.url).href
      const link = html("link", { rel: "stylesheet", href, onload: resolve })
      link.onerror = () => {
        link.remove()
        reject(new Error(href))
      }
      document.head.append(link)
    }),
)

// The words of the page's language, once the style sheet that only players need is there too.
export async function prepare() {
  const [words] = await Promise.all([worded(), styled()])
  return words
}
