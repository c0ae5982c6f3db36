import { decodeAbiParameters, decodeFunctionData, numberToHex, size, slice, type Hex } from 'viem'
import type { Call } from '../db'
import type { HeldItem, Reset } from '../db/outcome'
import { permit2 } from '../decode/contracts'
import { sameAddress } from '../values/address'
import { checkAbi, checkInput, isCheck, type Least } from './check'
import { hookAbi, isAfter, type Bound } from './hooks'
import { itemAbi } from './itemCheck'
import { resetAbi } from './resets'

/** Returns what a check asks for, in order; empty for any other call. */
export const leastsOf = (lock: Call): Least[] => {
  if (!isCheck(lock)) return []
  const { args } = decodeFunctionData({ abi: checkAbi, data: lock.data })
  return args[1].map((one) => {
    const [, token, least] = decodeAbiParameters(checkInput, one)
    return { token, least }
  })
}

/** Returns the allowance that one of a batch's locks takes back; undefined for a lock that only checks. */
export const resetIn = ({ to, data }: Pick<Call, 'to' | 'data'>): Reset | undefined => {
  if (!to) return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi: resetAbi, data })
    if (functionName === 'approve')
      return args[1] === 0n ? { standard: 'ERC20', token: to, spender: args[0] } : undefined
    if (functionName === 'setApprovalForAll')
      return args[1] ? undefined : { standard: 'collection', token: to, spender: args[0] }
    const [pair] = args[0]
    return sameAddress(to, permit2) && pair ? { standard: 'Permit2', ...pair } : undefined
  } catch {
    return undefined
  }
}

/** Returns the item that one of a batch's locks asks for, and how many of it; undefined for any other lock. */
export const itemIn = ({
  to,
  data,
}: Pick<Call, 'to' | 'data'>): { item: HeldItem; least: bigint } | undefined => {
  if (!to) return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi: itemAbi, data })
    if (!sameAddress(args[0], args[1])) return undefined
    const [standard, least] =
      functionName === 'transferFrom' ? (['ERC721', 1n] as const) : (['ERC1155', args[3]] as const)
    return { item: { standard, address: to, tokenId: numberToHex(args[2]) }, least }
  } catch {
    return undefined
  }
}

/** Returns how a lock demands that a balance changes; undefined for any other lock. */
export const boundIn = (lock: Pick<Call, 'to' | 'data'>): Bound | undefined => {
  if (!isAfter(lock)) return undefined
  const { args } = decodeFunctionData({ abi: hookAbi, data: lock.data })
  const terms: Hex = args[0]
  const isDown = slice(terms, 0, 1) !== '0x00'
  const amount = BigInt(slice(terms, -32))
  return { token: size(terms) === 73 ? slice(terms, 1, 21) : null, isDown, amount }
}

/** Returns a bound as it is stored and shown. */
export const shownBound = ({ token, isDown, amount }: Bound) => ({
  token,
  isDown,
  amount: numberToHex(amount),
})
