import {
  concat,
  decodeAbiParameters,
  encodeAbiParameters,
  numberToHex,
  type AbiParameter,
  type Hash,
  type Hex,
} from 'viem'
import type { Operation } from '../db/userOperation'
import type { paymasterLimits } from './gasBound'
import { fieldsIn, limitNames, packedFields, packOperation } from './operation'

// Functions that the EntryPoint calls on a paymaster (IPaymaster.sol of EntryPoint 0.8), by its selector and types.
const [validate, charge] = ['0x52b7512c', '0x7c627b21'] as const

/** Returns the most that an operation can cost, in wei, which the EntryPoint tells its paymaster. */
export const mostOf = (operation: Operation): bigint =>
  limitNames.reduce((gas, name) => gas + BigInt(operation[name]), 0n) *
  BigInt(operation.maxFeePerGas)

const asked: AbiParameter[] = [
  { type: 'tuple', components: [...packedFields, ...fieldsIn('bytes signature')] },
  ...fieldsIn('bytes32, uint256'),
]

/** Returns the data of the call by which a paymaster is asked if it pays: some take their charge here. */
export const payingData = (operation: Operation, hash: Hash): Hex => {
  const packed = { ...packOperation(operation), signature: '0x' }
  return concat([validate, encodeAbiParameters(asked, [packed, hash, mostOf(operation)])])
}

const answer = [{ type: 'bytes' }, { type: 'uint256' }] as const

/** A paymaster's answer: what it keeps for `chargingData`, and if it pays for what was signed with these data. */
export type Payment = { context: Hex; pays: boolean }

/**
 * Reads a paymaster's answer (ERC-4337, `validationData`), `now` in seconds since 1970; undefined if it is none.
 */
export const paymentIn = (returned: Hex, now: number): Payment | undefined => {
  try {
    const [context, validation] = decodeAbiParameters(answer, returned)
    const signer = BigInt.asUintN(160, validation)
    const until = BigInt.asUintN(48, validation >> 160n)
    const holds = (until === 0n || until > now) && validation >> 208n <= now
    return { context, pays: signer === 0n && holds }
  } catch {
    return undefined
  }
}

/**
 * Returns the data of the call by which a paymaster charges what an operation cost, at its most. `ran`: false if the
 * account's calls reverted (`PostOpMode`, IPaymaster.sol).
 */
export const chargingData = (operation: Operation, context: Hex, ran = true): Hex => {
  const values = [ran ? 0 : 1, context, mostOf(operation), BigInt(operation.maxFeePerGas)]
  return concat([charge, encodeAbiParameters(fieldsIn('uint8, bytes, uint256, uint256'), values)])
}

/** True if a paymaster that answered so is called once more after the operation (EntryPoint.sol). */
export const isCharged = (context: Hex | undefined): context is Hex =>
  context !== undefined && context !== '0x'

/** Returns the gas limit of a call to a paymaster, in hex, by the operation's limit for it: one of nothing is nobody's. */
export const gasOfCall = (operation: Operation, name: keyof typeof paymasterLimits): Hex =>
  numberToHex(BigInt(operation[name]) + 30_000n + 16n * BigInt(operation.callData.length))
