// A press that is followed until it is over.

const SLIP = 4 // px that the pointer may slip in a click

/**
 * @param {PointerEvent} press
 * @param {(x: number, y: number) => void} moved hears how far to the right and how far down the pointer is
 * @param {() => void} [ended]
 */
export function followDrag(press, moved, ended) {
  const over = new AbortController()
  press.preventDefault()
  listen("pointermove", (event) => moved(event.clientX - press.clientX, event.clientY - press.clientY))
  listen("pointerup", end)
  listen("pointercancel", end)

  function end() {
    over.abort()
    ended?.()
  }

  /**
   * To the finger that pressed, and to no second one.
   *
   * @param {"pointermove" | "pointerup" | "pointercancel"} type
   * @param {(event: PointerEvent) => void} deed
   */
  function listen(type, deed) {
    addEventListener(type, (event) => event.pointerId === press.pointerId && deed(event), over)
  }
}

/**
 * Of a press only its way to the side, from where it is no click any more.
 *
 * @param {(distance: number) => void} moved
 */
export function sideways(moved) {
  let isDrag = false
  return (/** @type {number} */ distance) => {
    isDrag ||= Math.abs(distance) >= SLIP
    if (isDrag) moved(distance)
  }
}
