/**
 * What `make` comes to, made once for all who ask; made anew only after a failure.
 *
 * @template T
 * @param {() => Promise<T>} make
 * @returns {() => Promise<T>}
 */
export function once(make) {
  /** @type {Promise<T> | undefined} */
  let result
  return () =>
    (result ??= make().catch((failure) => {
      result = undefined
      throw failure
    }))
}
