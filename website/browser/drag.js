const SLIP = 4 // px that the pointer may slip in a click

/**
 * Follow a press until it is over: `moved` hears how far to the right it is, from where it is no click any more.
 *
 * @param {PointerEvent} press
 * @param {(distance: number) => void} moved
 * @param {() => void} [ended]
 */
export function followDrag(press, moved, ended) {
  const over = new AbortController()
  let isDrag = false
  /** @param {PointerEvent} event */
  const move = ({ clientX }) => {
    const distance = clientX - press.clientX
    isDrag ||= Math.abs(distance) >= SLIP
    if (isDrag) moved(distance)
  }
  const end = () => {
    over.abort()
    ended?.()
  }
  press.preventDefault()
  addEventListener("pointermove", move, { signal: over.signal })
  addEventListener("pointerup", end, { signal: over.signal })
  addEventListener("pointercancel", end, { signal: over.signal })
}
