// What runs in the engine's thread may be code that a reader was given. It speaks to this site and to nobody else.

const SWITCHED_OFF = "WebSocket WebSocketStream EventSource WebTransport Worker FontFace importScripts".split(" ")
// What fetches by an address, and where that stands among its arguments.
/** @type {[() => any, string, number][]} */
const REQUESTS = [
  [() => globalThis, "fetch", 0],
  [() => XMLHttpRequest.prototype, "open", 1],
]
const STORE = "open match has keys delete".split(" ")

// As they are before a reader's code can change them.
const { apply } = Reflect
const { startsWith } = String.prototype
const Address = URL
const hrefOf = getterOf(URL.prototype, "href")
const urlOf = getterOf(Request.prototype, "url")

/**
 * From here on requests to other addresses than those below `home` throw an Error that says so; so do sockets, other
 * threads, the store of what other pages show and run, and closing this thread, which would leave a page that waits for
 * ever.
 *
 * @param {URL} home
 */
export function confineTo(home) {
  for (const [owner, name, place] of REQUESTS) confineRequest(owner(), name, place, home)
  for (const name of SWITCHED_OFF) {
    if (name in globalThis)
      put(globalThis, name, refusal(`${name} is switched off here: code on this page stays on this page`))
  }
  const store = globalThis.CacheStorage?.prototype // only where the site is served securely
  for (const name of store ? STORE : [])
    put(store, name, refusal(`caches.${name} is switched off here: what is kept for other pages stays as it is`))
  put(globalThis, "close", refusal("close() is switched off here: press Stop to end Python"))
}

/**
 * @param {any} owner
 * @param {string} name
 * @param {number} place
 * @param {URL} home
 */
function confineRequest(owner, name, place, home) {
  const original = owner[name]
  const allowed = [home.href, "data:", "blob:"]
  put(
    owner,
    name,
    /** @this {any} */ function (/** @type {any[]} */ ...request) {
      // Without one, the browser refuses; to put one there would call a setter.
      if (request.length <= place) return apply(original, this, request)
      // Asked once, for an object may answer otherwise the second time.
      const address = name === "fetch" ? urlOfRequest(request[place]) : undefined
      const href = apply(hrefOf, new Address(address ?? `${request[place]}`, home), [])
      if (!isAmong(allowed, href))
        throw new Error(`${href} is not fetched: code on this page may only ask this site (${home.href})`)
      if (address === undefined) request[place] = href
      return apply(original, this, request)
    },
  )
}

/**
 * @param {object} prototype
 * @param {string} name
 */
function getterOf(prototype, name) {
  return /** @type {() => string} */ (Object.getOwnPropertyDescriptor(prototype, name)?.get)
}

/**
 * The address of a request; nothing of what only looks like one.
 *
 * @param {any} asked
 * @returns {string | undefined}
 */
function urlOfRequest(asked) {
  try {
    return apply(urlOf, asked, [])
  } catch {
    return undefined
  }
}

/**
 * @param {string[]} beginnings
 * @param {string} href
 */
function isAmong(beginnings, href) {
  for (let number = 0; number < beginnings.length; number++)
    if (apply(startsWith, href, [beginnings[number]])) return true
  return false
}

/**
 * Of a kind that can be called and made anew: either throws.
 *
 * @param {string} message
 */
function refusal(message) {
  return function () {
    throw new Error(message)
  }
}

/**
 * @param {object} owner
 * @param {string} name
 * @param {unknown} value
 */
function put(owner, name, value) {
  Object.defineProperty(owner, name, { value, writable: false, configurable: false })
}
