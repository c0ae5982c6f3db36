import { getAddress, size, slice, type Address, type Hex } from 'viem'
import { sameAddress } from '../values/address'
import { readArguments } from './arguments'
import type { Inner } from './standard'

/** MultiSend and MultiSendCallOnly, versions 1.3 to 1.5 (@safe-global/safe-deployments 1.37.56). */
const multiSends: readonly Address[] = [
  '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761',
  '0x998739BFdAAdde7C933B942a68053933098f9EDa',
  '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
  '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
  '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  '0x218543288004CD07832472D464648173c77D7eB7',
  '0xA83c336B20401Af773B6219BA5027174338D1836',
]

/** True for a contract that runs several calls for a Safe. */
export const isMultiSend = (address: Address): boolean =>
  multiSends.some((known) => sameAddress(known, address))

/** Selector of `multiSend(bytes transactions)`. */
const selector = '0x8d80ff0a'

/**
 * Splits what MultiSend takes: operation, receiver, value, length and data of each call, packed. `from` is the Safe
 * that runs them. Undefined for anything else.
 */
export const unpacked = (from: Address, call: Hex): Inner[] | undefined => {
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
      // From version 1.5 on, the zero address means the Safe itself.
      to: BigInt(to) === 0n ? from : to,
      value: BigInt(slice(packed, at + 21, at + 53)),
      data: end === at + 85 ? '0x' : slice(packed, at + 85, end),
      isDelegated: operation === 1,
    })
    at = end
  }
  return calls
}
