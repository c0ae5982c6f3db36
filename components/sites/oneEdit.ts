/** Tells if two texts differ by one letter: changed, added, left out, or swapped with the next. */
export const isOneEdit = (a: string, b: string): boolean => {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  if (a.length > b.length) return a.slice(from + 1) === b.slice(from)
  if (a.length < b.length) return a.slice(from) === b.slice(from + 1)
  if (a.slice(from + 1) === b.slice(from + 1)) return true
  const isSwap = a[from] === b[from + 1] && a[from + 1] === b[from]
  return isSwap && a.slice(from + 2) === b.slice(from + 2)
}
