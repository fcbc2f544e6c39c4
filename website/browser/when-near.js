// Work for when the reader comes near an element: within a screen of it.

/**
 * @param {Element} element
 * @param {() => void} work
 */
export function whenNear(element, work) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      work()
    },
    { rootMargin: "100%" },
  )
  observer.observe(element)
}
