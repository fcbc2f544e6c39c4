/**
 * What stands at an address; an Error where nothing does.
 *
 * @param {string | URL} address
 */
export async function fetchOrThrow(address) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${response.status} ${response.url}`)
  return response
}
