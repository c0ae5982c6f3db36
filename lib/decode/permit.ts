import { getAddress, maxUint256, type Address } from 'viem'
import type { Struct, TypedData, Value } from '../sign/typedData'

/** An amount that a signature allows; `until` is in seconds since 1970, null without an end. */
export type PermitAllowance = { token: Address; amount: bigint; until: bigint | null }

/** An approval by signature: whoever holds the signature can give the spender these allowances. */
export type Permit = { spender: Address; allowances: PermitAllowance[] }

const isStruct = (value: Value | undefined): value is Struct =>
  typeof value === 'object' && !Array.isArray(value)

const addressIn = (value: Value | undefined): Address | undefined =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value) ? getAddress(value) : undefined

const numberIn = (value: Value | undefined): bigint | undefined =>
  typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : undefined

/** Reads an ERC-2612 permit, or DAI's, which allows everything or nothing. */
const ofToken = ({ domain, message }: TypedData): Permit | undefined => {
  const token = addressIn(domain.verifyingContract)
  const spender = addressIn(message.spender)
  if (!token || !spender) return undefined
  const until = numberIn(message.deadline) ?? numberIn(message.expiry)
  const amount =
    typeof message.allowed === 'boolean'
      ? message.allowed
        ? maxUint256
        : 0n
      : numberIn(message.value)
  if (until === undefined || amount === undefined) return undefined
  // DAI's permit with `expiry` 0 never ends; an ERC-2612 `deadline` of 0 has passed.
  const isEndless = until === 0n && message.expiry !== undefined
  return { spender, allowances: [{ token, amount, until: isEndless ? null : until }] }
}

/**
 * Reads a Permit2 permit of lasting allowances (`details`) or of one transfer (`permitted`), for one token or
 * for several.
 */
const ofPermit2 = ({ message }: TypedData): Permit | undefined => {
  const spender = addressIn(message.spender)
  const granted = message.details ?? message.permitted
  const list = Array.isArray(granted) ? granted : [granted]
  const deadline = numberIn(message.deadline)
  const allowances = list.flatMap((item): PermitAllowance[] => {
    if (!isStruct(item)) return []
    const token = addressIn(item.token)
    const amount = numberIn(item.amount)
    const until = numberIn(item.expiration) ?? deadline
    return token && amount !== undefined && until !== undefined ? [{ token, amount, until }] : []
  })
  const isWhole = allowances.length === list.length && allowances.length > 0
  return spender && isWhole ? { spender, allowances } : undefined
}

/** Returns the approval that typed data give when signed; undefined if they are no known permit. */
export const readPermit = (typedData: TypedData): Permit | undefined =>
  typedData.primaryType.startsWith('Permit')
    ? (ofToken(typedData) ?? ofPermit2(typedData))
    : undefined
