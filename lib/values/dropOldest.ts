/** Takes the oldest entry out of a map that has more than so many. */
export const dropOldest = (map: Map<string, unknown>, size: number): void => {
  const [oldest] = map.keys()
  if (map.size > size && oldest !== undefined) map.delete(oldest)
}
