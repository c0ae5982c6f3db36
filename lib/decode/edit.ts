import { numberToHex, type Address, type Hex } from 'viem'
import type { Call } from '../db'
import { contractName } from './contracts'
import { readCall } from './read'

type Place = { from: Address; chainId: number }

/** An allowance given by a call whose data can be changed to a lower amount. */
export type EditableAllowance = {
  keeper: 'token' | 'Permit2'
  token: Address
  spender: Address
  amount: bigint
  /** True if the amount is added to the current allowance. */
  isAdded: boolean
}

/** Index of the argument with the amount, for each function that can be edited. */
const amountAt: Partial<Record<string, number>> = {
  'approve(address,uint256)': 1,
  'increaseAllowance(address,uint256)': 1,
  'approve(address,address,uint160,uint48)': 2,
}

const placeOf = ({ to, value, data }: Call, { from, chainId }: Place) => {
  if (!to) return undefined
  const reading = readCall({ from, to, value, data }, chainId)
  const at = amountAt[reading.signature ?? '']
  if (reading.kind !== 'approve' || at === undefined) return undefined
  if (reading.keeper === 'Permit2' && contractName(to, chainId) !== 'Permit2') return undefined
  const { keeper, token, spender, change } = reading
  const given: EditableAllowance = {
    keeper,
    token,
    spender,
    amount: BigInt(reading.amount),
    isAdded: change === 'add',
  }
  // Two for `0x`, eight for the selector, and 64 digits for each argument before the amount.
  return { given, start: 10 + 64 * at }
}

/** Returns the allowance that a call gives, if its data are fully decoded and the amount can be lowered. */
export const givenBy = (call: Call, place: Place): EditableAllowance | undefined =>
  placeOf(call, place)?.given

/** Returns the call with a lower amount and otherwise unchanged data; undefined if it cannot be edited. */
export const withAmount = (call: Call, amount: bigint, place: Place): Call | undefined => {
  const found = placeOf(call, place)
  if (!found || amount < 0n || amount > found.given.amount) return undefined
  const { start } = found
  const word = numberToHex(amount, { size: 32 }).slice(2)
  return {
    ...call,
    data: `${call.data.slice(0, start)}${word}${call.data.slice(start + 64)}` as Hex,
  }
}

/** A new amount for the allowance that call `index` gives, in raw units. */
export type Edit = { index: number; amount: Hex }

/**
 * Returns calls with these amounts as their allowances. Throws if an edit does not fit its call, or if a call
 * is edited twice.
 */
export const edited = (calls: readonly Call[], edits: readonly Edit[], place: Place): Call[] => {
  const all = [...calls]
  if (new Set(edits.map(({ index }) => index)).size !== edits.length)
    throw new Error('an amount is edited twice')
  for (const { index, amount } of edits) {
    const call = calls[index]
    const changed = call && withAmount(call, BigInt(amount), place)
    if (!changed) throw new Error('an edit does not fit its call')
    all[index] = changed
  }
  return all
}
