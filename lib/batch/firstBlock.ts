/**
 * Returns the first block after `first` at which something holds that holds at `newest` and stays. Asks in doubling
 * steps back from the newest one, as the wanted one is mostly near it, then in halves.
 */
export const firstBlock = async (
  holds: (block: number) => Promise<boolean>,
  first: number,
  newest: number,
): Promise<number> => {
  let after = newest
  let before = newest - 1
  for (let step = 2; before > first && (await holds(before)); step *= 2) {
    after = before
    before = Math.max(first, before - step)
  }
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (await holds(middle)) after = middle
    else before = middle
  }
  return after
}
