import assert from "node:assert/strict"
import { test } from "node:test"

// A page as the build writes it: the module reads it once.
const written = async (manner) => {
  const textContent = JSON.stringify({ manner })
  globalThis.document = { getElementById: () => ({ textContent }) }
  return import(`../../../../website/browser/manner.js?${manner.thousands}${manner.point}`)
}

test("a number is written in the manner of the page", async () => {
  const english = await written({ point: ".", thousands: ",", least: 4 })
  assert.ok(english.commaIsOfThousands)
  assert.deepEqual([7, 999, 1328, 43021.5, "330103232"].map(english.formatNumber), [
    "7",
    "999",
    "1,328",
    "43,021.5",
    "330,103,232",
  ])
  const estonian = await written({ point: ",", thousands: "\u202f", least: 5 })
  assert.ok(!estonian.commaIsOfThousands)
  assert.deepEqual([0.5, 1328, 43021.5].map(estonian.formatNumber), ["0,5", "1328", "43\u202f021,5"])
})
