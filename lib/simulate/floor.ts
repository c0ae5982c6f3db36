import { hexToBytes, numberToHex, type Address, type Hex } from 'viem'
import { max } from '../values/bigint'
import type { Call, Mode } from '../db'
import { encodeBatch } from '../delegate/encode'

type Sent = {
  data: Hex
  /** It deploys a contract. */
  deploys?: boolean
  /** How many authorizations it carries (EIP-7702). */
  authorizations?: number
}

/** A transaction's own cost in gas, before its data and what it runs. */
export const transferGas = 21_000n

/** An authorization's cost in gas (EIP-7702), whether it is valid or not. */
export const authorizationGas = 25_000n

/**
 * The least gas limit with which nodes take a transaction: what its bytes and authorizations cost before
 * anything runs, or the floor that EIP-7623 puts under its data, 10 gas a token, if that is more.
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

/** The least gas limit of each transaction of a batch, as it will be sent. */
export const leastGasOf = ({ mode, calls, delegate = null, upgrade }: Terms): bigint[] =>
  mode === 'atomic'
    ? [leastGas({ data: encodeBatch(calls, delegate), authorizations: upgrade ? 1 : 0 })]
    : calls.map(({ data, to }) => leastGas({ data, deploys: to === null }))

/** Gas limits, each raised to what nodes ask at the least: also what a site set, as less is never mined. */
export const aboveFloor = (gas: readonly Hex[], terms: Terms): Hex[] => {
  const least = leastGasOf(terms)
  return gas.map((limit, index) => numberToHex(max(BigInt(limit), least[index] ?? 0n)))
}
