import type { Address, Hex } from 'viem'
import type { Fees } from '../db'
import type { Change, Held, Lock } from '../db/outcome'
import { highestFee } from '../network/feeOffer'
import { assetKey } from '../simulate/material'
import { sameAddress } from '../values/address'
import { lockFloor } from './lockFloor'
import { bumps } from './room'

/** Ceiling of a transaction's cost, as far as the lock of the coin must allow for it. */
export type Cost = { gas: readonly Hex[]; fees: Fees }

/** Cost of a batch whose gas somebody else pays: its locks allow for none. */
export const noCost: Cost = { gas: [], fees: { gasPrice: '0x0' } }

/** The most that fees can take of the coin, in wei, also sped up: no limit caps an L1 fee, so twice the estimate. */
const feesOf = ({ l1Fee }: Lock, { gas, fees }: Cost): bigint =>
  gas.reduce((sum, limit) => sum + BigInt(limit), 0n) * highestFee(fees) * bumps +
  2n * BigInt(l1Fee)

/** Returns by how many items of ERC-721 changes raise a collection. */
const risen = (changes: readonly Change[], collection: Address): bigint =>
  changes
    .filter(({ asset }) => asset.standard === 'ERC721' && sameAddress(asset.address, collection))
    .reduce((sum, { direction }) => sum + (direction === 'in' ? 1n : -1n), 0n)

/** Returns the least balance that a lock demands of an asset after the batch; at most 0 if it demands nothing. */
export const leastOf = (lock: Lock, held: Held, changes: readonly Change[], cost: Cost): bigint => {
  const { asset } = held
  if (asset.standard === 'ERC721') return 1n
  if (asset.standard === 'collection') return BigInt(held.had) + risen(changes, asset.address)
  const change = changes.find((one) => assetKey(one) === assetKey(held))
  const floor = lockFloor(held, change, lock.tolerance)
  return asset.standard === 'native' && !lock.isExact ? floor - feesOf(lock, cost) : floor
}
