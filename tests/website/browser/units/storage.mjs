// What a browser keeps, for tests without one.

export const items = new Map()

/** A reader comes to a lesson with nothing kept. */
export function openLesson() {
  items.clear()
  globalThis.location = { pathname: "/lesson/" }
  globalThis.localStorage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  }
}
