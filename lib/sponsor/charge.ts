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
import { packOperation } from './operation'

// Functions that the EntryPoint calls on a paymaster (IPaymaster.sol of EntryPoint 0.8), by its selector and types.
const [validate, charge] = ['0x52b7512c', '0x7c627b21'] as const

const typed = (type: string): AbiParameter => ({ type })

/** `PackedUserOperation`, in the order of its fields. */
const packedOperation: AbiParameter = {
  type: 'tuple',
  components: [
    'address',
    'uint256',
    'bytes',
    'bytes',
    'bytes32',
    'uint256',
    'bytes32',
    'bytes',
    'bytes',
  ].map(typed),
}

const asked = [packedOperation, ...['bytes32', 'uint256'].map(typed)]
const charged = ['uint8', 'bytes', 'uint256', 'uint256'].map(typed)

const answer = [{ type: 'bytes' }, { type: 'uint256' }] as const

/** Returns the most that an operation can cost, in wei, which the EntryPoint tells its paymaster. */
export const mostOf = (operation: Operation): bigint => {
  const { maxFeePerGas } = operation
  const gas =
    BigInt(operation.verificationGasLimit) +
    BigInt(operation.callGasLimit) +
    BigInt(operation.paymasterVerificationGasLimit) +
    BigInt(operation.paymasterPostOpGasLimit) +
    BigInt(operation.preVerificationGas)
  return gas * BigInt(maxFeePerGas)
}

/** Returns the data of the call by which a paymaster is asked if it pays: some take their charge here. */
export const payingData = (operation: Operation, hash: Hash): Hex => {
  const { sender, nonce, initCode, callData, ...packed } = packOperation(operation)
  const fields = [
    sender,
    BigInt(nonce),
    initCode,
    callData,
    packed.accountGasLimits,
    BigInt(packed.preVerificationGas),
    packed.gasFees,
    packed.paymasterAndData,
    '0x',
  ]
  return concat([validate, encodeAbiParameters(asked, [fields, hash, mostOf(operation)])])
}

/** A paymaster's answer: what it keeps for `chargingData`, and if it pays for what was signed with these data. */
export type Payment = { context: Hex; pays: boolean }

/**
 * Reads a paymaster's answer (ERC-4337, `validationData`), `now` in seconds since 1970; undefined if it is none.
 */
export const paymentIn = (returned: Hex, now: number): Payment | undefined => {
  try {
    const [context, validation] = decodeAbiParameters(answer, returned)
    const [signer, until, from] = [
      BigInt.asUintN(160, validation),
      BigInt.asUintN(48, validation >> 160n),
      validation >> 208n,
    ]
    const isOver = until !== 0n && until <= BigInt(now)
    return { context, pays: signer === 0n && !isOver && from <= BigInt(now) }
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
  return concat([charge, encodeAbiParameters(charged, values)])
}

/** True if a paymaster that answered so is called once more after the operation (EntryPoint.sol). */
export const isCharged = (context: Hex | undefined): context is Hex =>
  context !== undefined && context !== '0x'

/** Gas limits of both calls, in hex. */
export const gasOfCalls = (operation: Operation): { paying: Hex; charging: Hex } => {
  // A limit of nothing is one that nobody named.
  const limit = (gas: Hex) =>
    numberToHex(BigInt(gas) + 30_000n + 16n * BigInt(operation.callData.length))
  return {
    paying: limit(operation.paymasterVerificationGasLimit),
    charging: limit(operation.paymasterPostOpGasLimit),
  }
}
