import { hexToBytes, numberToHex, type Address, type Hex } from 'viem'
import { max } from '../values/bigint'
import type { Call, Mode } from '../db'
import { encodeOnce } from '../delegate/encodeOnce'

type Sent = {
  data: Hex
  /** True if the transaction creates a contract. */
  deploys?: boolean
  /** Number of EIP-7702 authorizations in the transaction. */
  authorizations?: number
}

/** Base cost of any transaction in gas, without its data and execution. */
export const transferGas = 21_000n

/** Cost of one EIP-7702 authorization in gas, charged for an invalid one too. */
export const authorizationGas = 25_000n

/**
 * Returns the lowest gas limit that nodes accept for a transaction: its intrinsic gas (base cost, data,
 * contract creation, authorizations), or the EIP-7623 floor of 10 gas per data token if that is higher.
 */
export const leastGas = ({ data, deploys = false, authorizations = 0 }: Sent): bigint => {
  const bytes = hexToBytes(data)
  const tokens = BigInt(bytes.reduce((sum, byte) => sum + (byte === 0 ? 1 : 4), 0))
  const words = BigInt(Math.ceil(bytes.length / 32))
  const intrinsic =
    4n * tokens + (deploys ? 32_000n + 2n * words : 0n) + authorizationGas * BigInt(authorizations)
  return transferGas + max(intrinsic, 10n * tokens)
}

type Terms = {
  mode: Mode
  calls: readonly Call[]
  delegate?: Address | null
  upgrade: boolean
}

/** Returns the lowest gas limit that nodes accept for each transaction of a batch. */
export const leastGasOf = ({ mode, calls, delegate = null, upgrade }: Terms): bigint[] =>
  mode === 'atomic'
    ? [leastGas({ data: encodeOnce(calls, delegate), authorizations: upgrade ? 1 : 0 })]
    : calls.map(({ data, to }) => leastGas({ data, deploys: to === null }))

/** Raises each gas limit to the lowest that nodes accept, a site's own limit too: less is never mined. */
export const aboveFloor = (gas: readonly Hex[], terms: Terms): Hex[] => {
  const least = leastGasOf(terms)
  return gas.map((limit, index) => numberToHex(max(BigInt(limit), least[index] ?? 0n)))
}
