import { getAddress, maxUint256, type Address } from 'viem'
import type { Struct, TypedData, Value } from '../sign/typedData'

/** What a signature lets somebody spend: `until` in seconds since 1970, null for ever. */
export type PermitAllowance = { token: Address; amount: bigint; until: bigint | null }

/** A signature that is an approval: whoever holds it may have the spender spend. */
export type Permit = { spender: Address; allowances: PermitAllowance[] }

const isStruct = (value: Value | undefined): value is Struct =>
  typeof value === 'object' && !Array.isArray(value)

const addressIn = (value: Value | undefined): Address | undefined =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value) ? getAddress(value) : undefined

const numberIn = (value: Value | undefined): bigint | undefined =>
  typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : undefined

/** ERC-2612, and DAI's, which allows all or nothing. */
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
  // DAI's permit with expiry 0 never ends; as a deadline, 0 has passed.
  const isEndless = until === 0n && message.expiry !== undefined
  return { spender, allowances: [{ token, amount, until: isEndless ? null : until }] }
}

/** Permit2: of allowances that stay (`details`) and of one transfer (`permitted`), one token or several. */
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

/** The approval that a signature is; undefined for what is none, or none that is known. */
export const readPermit = (typedData: TypedData): Permit | undefined =>
  typedData.primaryType.startsWith('Permit')
    ? (ofToken(typedData) ?? ofPermit2(typedData))
    : undefined
