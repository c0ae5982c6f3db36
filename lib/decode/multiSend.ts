import { getAddress, size, slice, type Address, type Hex } from 'viem'
import { sameAddress } from '../values/address'
import { readArguments } from './arguments'
import type { Inner } from './standard'

/** MultiSend and MultiSendCallOnly of version 1.5 (@safe-global/safe-deployments 1.37.56). */
const newest: readonly Address[] = [
  '0x218543288004cd07832472d464648173c77d7eb7',
  '0xa83c336b20401af773b6219ba5027174338d1836',
]

/** MultiSend and MultiSendCallOnly of versions 1.3 to 1.5. */
const multiSends: readonly Address[] = [
  '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761',
  '0x998739bfdaadde7c933b942a68053933098f9eda',
  '0x40a2accbd92bca938b02010e17a5b8929b49130d',
  '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b',
  '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
  ...newest,
]

const isIn = (list: readonly Address[], address: Address): boolean =>
  list.some((one) => sameAddress(one, address))

/** True for a contract that runs several calls for a Safe. */
export const isMultiSend = (address: Address): boolean => isIn(multiSends, address)

/** Selector of `multiSend(bytes transactions)`. */
const selector = '0x8d80ff0a'

/**
 * Splits what the MultiSend `by` takes: operation, receiver, value, length and data of each call, packed. `from` is
 * the Safe that runs them. Undefined for anything else.
 */
export const unpacked = (by: Address, from: Address, call: Hex): Inner[] | undefined => {
  if (slice(call, 0, Math.min(4, size(call))).toLowerCase() !== selector) return undefined
  const [packed] = (readArguments([{ type: 'bytes' }], slice(call, 4))?.values ?? []) as [Hex?]
  if (packed === undefined) return undefined
  const all = size(packed)
  const calls: Inner[] = []
  for (let at = 0; at < all;) {
    if (at + 85 > all) return undefined
    const operation = Number(slice(packed, at, at + 1))
    const to = getAddress(slice(packed, at + 1, at + 21))
    const end = at + 85 + Number(slice(packed, at + 53, at + 85))
    if (operation > 1 || end > all) return undefined
    calls.push({
      from,
      // From version 1.5 on, the zero address means the Safe itself; before, it burns what it gets.
      to: BigInt(to) === 0n && isIn(newest, by) ? from : to,
      value: BigInt(slice(packed, at + 21, at + 53)),
      data: end === at + 85 ? '0x' : slice(packed, at + 85, end),
      isDelegated: operation === 1,
    })
    at = end
  }
  return calls
}
