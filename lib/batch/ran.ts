import { numberToHex } from 'viem'
import type { Batch } from '../db'
import { encodeBatch } from '../delegate/encode'
import { delegation } from '../delegate/executor'
import { leastGas } from '../simulate/floor'
import { livePlaces } from './journal'
import type { Receipt } from '../db/batchEvent'
import type { Transaction } from './state'
import { tracedRun } from './trace'
import { unlessPruned } from './prunedState'
import type { World } from './world'

/**
 * True if a batch's transaction ran its calls, or revoked what it was to. A self-call to an account without
 * its executor succeeds and does nothing, so that a status alone proves nothing. null where it cannot be decided.
 */
export const hasRun = async (
  world: World,
  batch: Batch,
  { kind, nonce, upgrade, delegate: seen }: Transaction,
  receipt: Receipt,
): Promise<boolean | null> => {
  const { revokes } = batch
  if ((batch.mode !== 'atomic' && !revokes) || kind === 'cancel') return true
  if (receipt.status === '0x0') return false
  const expected = batch.delegate && delegation(batch.delegate)
  const codeAt = (block: bigint): Promise<unknown> =>
    // Where the node has forgotten that block, what was seen at inclusion stands in for it.
    unlessPruned(
      world.request(batch.chainId, 'eth_getCode', [batch.from, numberToHex(block)]),
      seen ? delegation(seen) : undefined,
    )
  const block = BigInt(receipt.blockNumber)
  const [before, after] = await Promise.all([codeAt(block - 1n), codeAt(block)])
  // It was empty when first seen in a block: what stands there after may be an upgrade that followed in it.
  if (revokes) return after === '0x' || seen === null || null
  const wasThere = async () => before === expected || (await upgradedBefore(batch, block, nonce))
  const isThere =
    after === expected ||
    (!!seen && delegation(seen) === expected && (await revokedAfter(batch, block, nonce)))
  if (isThere && (await (upgrade ? hasMoved(world, batch, block, nonce) : wasThere()))) return true
  const traced = await tracedRun(world, batch, receipt.transactionHash)
  if (traced !== null) return traced
  // A transaction that ran no code used no more than the least that any with its data uses.
  const data = encodeBatch(batch.calls, batch.delegate)
  const idle = leastGas({ data, authorizations: upgrade ? 1 : 0 })
  return BigInt(receipt.gasUsed) === idle ? false : null
}

/** True if an upgrade of ours, earlier in the same block, put the executor there. */
const upgradedBefore = (batch: Batch, block: bigint, nonce: number) =>
  changedIn(batch, block, (one, { revokes }) => !revokes && one.nonce < nonce)

/** True if the user took it away again, later in the same block. */
const revokedAfter = (batch: Batch, block: bigint, nonce: number) =>
  changedIn(batch, block, (one, { revokes }) => revokes !== undefined && one.nonce > nonce)

/** True if an authorization of ours that fits came with a block. */
const changedIn = async (
  { from, chainId }: Batch,
  block: bigint,
  fits: (one: Transaction, of: Batch) => boolean,
) => {
  for (const { batch, state } of await livePlaces({ from, chainId })) {
    const isIn = state.transactions.some(
      (one) =>
        one.upgrade &&
        one.kind === 'call' &&
        one.receipt &&
        BigInt(one.receipt.blockNumber) === block &&
        fits(one, batch),
    )
    if (isIn) return true
  }
  return false
}

/** True if both the transaction and its authorization used a nonce. */
const hasMoved = async (world: World, { chainId, from }: Batch, block: bigint, nonce: number) => {
  const params = [from, numberToHex(block)]
  const count = world.request(chainId, 'eth_getTransactionCount', params)
  return Number(await unlessPruned(count, 0)) >= nonce + 2
}
