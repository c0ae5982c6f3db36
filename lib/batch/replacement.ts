import { numberToHex, parseTransaction, zeroAddress, type Address, type Hex } from 'viem'
import { max } from '../values/bigint'
import type { Batch, Fees } from '../db'
import type { Transaction } from './state'
import { authorizedBy, priceOf, transactionOf } from './transaction'
import type { World } from './world'

/** Gas limit of a cancellation: enough for an empty call, one authorization and any delegate's fallback. */
const cancelGas = 100_000n

/** Returns the fee plus an eighth and 1 wei: nodes require a fee bump of 10 % or 12.5 %. */
const dearer = (fee: bigint): bigint => (fee * 9n) / 8n + 1n

/** Returns fees (hex wei per gas) to replace `raw`: the current ones, at least a fee bump above its own. */
export const replacementFees = (raw: Hex, now: Fees): Fees => {
  // A gas price is the most and the tip: an upgrade has no gas price, and a node may show a base fee late.
  const { gasPrice = 0n, maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(raw)
  const most = dearer(maxFeePerGas ?? gasPrice)
  if ('gasPrice' in now) return { gasPrice: numberToHex(max(most, BigInt(now.gasPrice))) }
  const fee = max(most, BigInt(now.maxFeePerGas))
  const tip = max(dearer(maxPriorityFeePerGas ?? gasPrice), BigInt(now.maxPriorityFeePerGas))
  return { maxFeePerGas: numberToHex(max(fee, tip)), maxPriorityFeePerGas: numberToHex(tip) }
}

/** Returns the delegate that a cancellation restores to the account; the zero address for none. */
const delegateBefore = async (world: World, batch: Batch): Promise<Address> => {
  const { chainId, from, replaces = batch.revokes } = batch
  if (!replaces) return zeroAddress
  const code = (await world.request(chainId, 'eth_getCode', [from, 'latest'])) as Hex
  // A delegate that was already revoked is not restored.
  return code === '0x' ? zeroAddress : replaces
}

/**
 * Signs a replacement transaction at the same nonce: the same call with higher fees, or an empty
 * cancellation that also undoes an upgrade's authorization. Resolves to undefined while the wallet is
 * locked.
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
