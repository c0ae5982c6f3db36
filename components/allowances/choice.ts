import type { StandingAllowance } from '@/lib/allowances/allowances'
import { grantKey } from '@/lib/allowances/grant'

type Items = readonly Pick<StandingAllowance, 'grant'>[]

/** Tells if all of a list are chosen. */
export const areAll = (items: Items, chosen: ReadonlySet<string>): boolean =>
  items.every(({ grant }) => chosen.has(grantKey(grant)))

/**
 * Chooses all of one list, or none of it, and leaves every other list as it is: with what the user knows nothing of
 * strangers is chosen.
 */
export const chooseAll = (
  items: Items,
  chosen: ReadonlySet<string>,
  isChosen: boolean,
): ReadonlySet<string> => {
  const keys = items.map(({ grant }) => grantKey(grant))
  if (isChosen) return new Set([...chosen, ...keys])
  const left = new Set(chosen)
  for (const key of keys) left.delete(key)
  return left
}
