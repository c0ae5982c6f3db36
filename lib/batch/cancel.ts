import { numberToHex, parseTransaction, zeroAddress, type Address, type Hex } from 'viem'
import type { Batch, Fees } from '../db'
import { assertFrozen } from './freeze'
import { winner, type Event, type State, type Transaction } from './machine'
import { priceOf, signedEvent } from './transaction'
import type { World } from './world'

/** Enough for an empty transaction that takes an authorization back, and for any delegate's fallback. */
const cancelGas = 100_000n

/** Nodes take a replacement only from 10 % more on; an eighth is what they ask at most. */
const dearer = (fee: bigint): bigint => (fee * 9n) / 8n + 1n

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)

const replacementFees = (raw: Hex, now: Fees): Fees => {
  const old = parseTransaction(raw)
  if ('gasPrice' in now)
    return { gasPrice: numberToHex(max(dearer(old.gasPrice ?? 0n), BigInt(now.gasPrice))) }
  const fee = max(dearer(old.maxFeePerGas ?? 0n), BigInt(now.maxFeePerGas))
  const tip = max(dearer(old.maxPriorityFeePerGas ?? 0n), BigInt(now.maxPriorityFeePerGas))
  return { maxFeePerGas: numberToHex(max(fee, tip)), maxPriorityFeePerGas: numberToHex(tip) }
}

/** What is still open of a batch: the newest transaction of its last call, unless a block holds one. */
const open = (state: State): Transaction | undefined => {
  const last = state.transactions.at(-1)
  return last && !winner(state, last.index) ? last : undefined
}

/**
 * Replaces a stopped batch's unmined transaction by an empty one at its nonce; empty where there is none.
 * An upgrade's authorization is published with its transaction, so that cancelling one takes the next
 * nonce from it too. 'locked' where the wallet cannot sign.
 */
export const cancelEvents = async (
  world: World,
  batch: Batch,
  state: State,
  fees: () => Promise<Fees>,
): Promise<Event[] | 'locked'> => {
  assertFrozen(batch)
  const transaction = open(state)
  if (!transaction) return []
  const { index, nonce, upgrade } = transaction
  const raw = await signEmpty(world, batch, transaction, await fees())
  return raw ? [signedEvent(raw, { index, kind: 'cancel', nonce, upgrade })] : 'locked'
}

const signEmpty = (
  world: World,
  { from, chainId }: { from: Address; chainId: number },
  { nonce, raw, upgrade }: Transaction,
  fees: Fees,
): Promise<Hex | undefined> =>
  world.sign(from, {
    transaction: {
      ...priceOf(replacementFees(raw, fees)),
      ...{ chainId, nonce, to: from, value: 0n, data: '0x', gas: cancelGas },
    },
    ...(upgrade ? { authorize: zeroAddress } : {}),
  })
