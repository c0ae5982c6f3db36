import { numberToHex, type Address } from 'viem'
import type { Call } from '../db'
import type { Change, Lock } from '../db/outcome'
import { checkCall, type Least } from './check'
import { itemCall } from './itemCheck'
import { leastOf, type Cost } from './least'
import { resetCalls } from './resets'

/**
 * Returns the calls of a lock, to run after those of the site: the resets and the checks of items, which run code of
 * their own, the coin's floor as a payment of the account to itself, then one call that only reads. What was accepted and the highest
 * fees decide the amounts.
 */
export const locksOf = (
  lock: Lock,
  account: Address,
  changes: readonly Change[],
  cost: Cost,
): Call[] => {
  const coin = lock.holds.find(({ asset }) => asset.standard === 'native')
  const value = coin ? leastOf(lock, coin, changes, cost) : 0n
  const leasts = lock.holds.flatMap((held): Least[] => {
    const { asset } = held
    if (asset.standard !== 'ERC20' && asset.standard !== 'collection') return []
    const least = leastOf(lock, held, changes, cost)
    return least > 0n ? [{ token: asset.address, least }] : []
  })
  const items = lock.holds.flatMap((held): Call[] => {
    const { asset } = held
    if (asset.standard !== 'ERC721' && asset.standard !== 'ERC1155') return []
    const least = leastOf(lock, held, changes, cost)
    return least > 0n ? [itemCall(account, asset, least)] : []
  })
  const pay: Call[] = value > 0n ? [{ to: account, value: numberToHex(value), data: '0x' }] : []
  const first = [...resetCalls(lock.resets), ...items, ...pay]
  // Without tokens the call still carries the deadline.
  return first.length + leasts.length > 0 ? [...first, checkCall(lock.router, account, leasts)] : []
}
