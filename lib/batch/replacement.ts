import { numberToHex, parseTransaction, zeroAddress, type Address, type Hex } from 'viem'
import { max } from '../values/bigint'
import type { Batch, Fees } from '../db'
import type { Transaction } from './state'
import { authorizedBy, priceOf, transactionOf } from './transaction'
import type { World } from './world'

/** Enough for an empty transaction that takes an authorization back, and for any delegate's fallback. */
const cancelGas = 100_000n

/** Nodes take a replacement only from 10 % more on; an eighth is what they ask at most. */
const dearer = (fee: bigint): bigint => (fee * 9n) / 8n + 1n

/** Fees per gas for another transaction at the nonce of `raw`: those of now, and an eighth more than its own. */
export const replacementFees = (raw: Hex, now: Fees): Fees => {
  const old = parseTransaction(raw)
  if ('gasPrice' in now)
    return { gasPrice: numberToHex(max(dearer(old.gasPrice ?? 0n), BigInt(now.gasPrice))) }
  const fee = max(dearer(old.maxFeePerGas ?? 0n), BigInt(now.maxFeePerGas))
  const tip = max(dearer(old.maxPriorityFeePerGas ?? 0n), BigInt(now.maxPriorityFeePerGas))
  return { maxFeePerGas: numberToHex(max(fee, tip)), maxPriorityFeePerGas: numberToHex(tip) }
}

/** The delegate that an authorization takes away and cancelling leaves in the account; the zero address for none. */
const delegateBefore = async (world: World, batch: Batch): Promise<Address> => {
  const { chainId, from, replaces = batch.revokes } = batch
  if (!replaces) return zeroAddress
  const code = (await world.request(chainId, 'eth_getCode', [from, 'latest'])) as Hex
  // Revoked before it was signed: then nothing is put there again.
  return code === '0x' ? zeroAddress : replaces
}

/**
 * Signs what takes an unmined transaction's place at its nonce: the same call dearer, or an empty
 * transaction for a cancellation, which takes an authorization back with it.
 */
export const signReplacement = async (
  world: World,
  batch: Batch,
  { index, kind, nonce, raw, upgrade }: Transaction,
  now: Fees,
): Promise<Hex | undefined> => {
  const { from, chainId } = batch
  const authorize = kind === 'cancel' ? await delegateBefore(world, batch) : authorizedBy(batch)
  const fees = replacementFees(raw, now)
  const empty = { chainId, nonce, to: from, value: 0n, data: '0x' as const, gas: cancelGas }
  return world.sign(from, {
    transaction:
      kind === 'cancel' ? { ...priceOf(fees), ...empty } : transactionOf(batch, index, nonce, fees),
    ...(upgrade && authorize ? { authorize } : {}),
  })
}
