import { numberToHex, type Address } from 'viem'
import type { Call } from '../db'
import type { Change, Lock } from '../db/outcome'
import { checkCall, type Least } from './check'
import { hookCall } from './hooks'
import { itemCall } from './itemCheck'
import { leastOf, type Cost } from './least'
import { resetCalls } from './resets'
import { max } from '../values/bigint'

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
  const coin = lock.isExact
    ? undefined
    : lock.holds.find(({ asset }) => asset.standard === 'native')
  const value = coin ? leastOf(lock, coin, changes, cost) : 0n
  const leasts = lock.holds.flatMap((held): Least[] => {
    const { asset } = held
    if (lock.isExact && asset.standard !== 'collection') return []
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
  const hooks = lock.holds.flatMap((held): Call[] => {
    const { asset, had } = held
    if (!lock.isExact || (asset.standard !== 'ERC20' && asset.standard !== 'native')) return []
    // A floor below nothing is nothing: the enforcer reverts on more than there is.
    const amount = max(leastOf(lock, held, changes, cost), 0n) - BigInt(had)
    const token = asset.standard === 'ERC20' ? asset.address : null
    const isDown = amount <= 0n
    return [hookCall(account, { token, isDown, amount: isDown ? -amount : amount })]
  })
  const first = [...resetCalls(lock.resets), ...items, ...pay, ...hooks]
  // Without tokens the call still carries the deadline.
  return first.length + leasts.length > 0 ? [...first, checkCall(lock.router, account, leasts)] : []
}
