import { numberToHex } from 'viem'
import type { Batch } from '../db'
import { encodeBatch } from '../delegate/encode'
import { delegation } from '../delegate/executor'
import { leastGas } from '../simulate/floor'
import { livePlaces } from './journal'
import type { Receipt } from '../db/batchEvent'
import type { Transaction } from './state'
import { tracedRun } from './trace'
import { readPast } from './pastState'
import { lockedCalls } from './batchTransaction'
import type { World } from './world'

/**
 * True if a transaction executed its batch's calls or its revocation; null if that cannot be decided. The
 * receipt's status proves nothing: a self-call to an account without the executor succeeds and does
 * nothing. Throws while a node may still tell.
 */
export const hasRun = async (
  world: World,
  batch: Batch,
  { kind, nonce, upgrade, deadline, delegate: seen, operation }: Transaction,
  receipt: Receipt,
): Promise<boolean | null> => {
  const { revokes } = batch
  if ((batch.mode !== 'atomic' && !revokes) || kind === 'cancel') return true
  if (receipt.status === '0x0') return false
  // The hash of an operation that upgrades holds for no other delegate.
  if (operation && upgrade) return true
  const expected = batch.delegate && delegation(batch.delegate)
  const codeAt = (block: bigint): Promise<unknown> =>
    // If no node has that block's state, the delegate seen at inclusion stands in.
    readPast(
      world,
      [batch.chainId, 'eth_getCode', [batch.from, numberToHex(block)]],
      seen ? delegation(seen) : undefined,
    )
  const block = BigInt(receipt.blockNumber)
  const [before, after] = await Promise.all([codeAt(block - 1n), codeAt(block)])
  // No delegate at inclusion proves the revocation: a later upgrade in the same block may set code again.
  if (revokes) return after === '0x' || seen === null || null
  const wasThere = async () => before === expected || (await upgradedBefore(batch, block, nonce))
  const isThere =
    after === expected ||
    (!!seen && delegation(seen) === expected && (await revokedAfter(batch, block, nonce)))
  if (isThere && (await (upgrade ? hasMoved(world, batch, block, nonce) : wasThere()))) return true
  if (operation) return null
  const traced = await tracedRun(world, batch, receipt.transactionHash)
  if (traced !== null) return traced
  // A transaction that runs no code uses exactly the intrinsic gas for its data.
  const data = encodeBatch(lockedCalls(batch, deadline), batch.delegate)
  const idle = leastGas({ data, authorizations: upgrade ? 1 : 0 })
  return BigInt(receipt.gasUsed) === idle ? false : null
}

/** True if the wallet's own upgrade, earlier in the same block, installed the executor. */
const upgradedBefore = (batch: Batch, block: bigint, nonce: number) =>
  changedIn(batch, block, (one, { revokes }) => !revokes && one.nonce < nonce)

/** True if the wallet's own revocation, later in the same block, removed the executor. */
const revokedAfter = (batch: Batch, block: bigint, nonce: number) =>
  changedIn(batch, block, (one, { revokes }) => revokes !== undefined && one.nonce > nonce)

/** True if the block includes an authorization that the wallet signed for this account and that `fits`. */
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

/** True if both the transaction and its authorization used a nonce by the end of the block. */
const hasMoved = async (world: World, { chainId, from }: Batch, block: bigint, nonce: number) => {
  const params = [from, numberToHex(block)]
  const count = await readPast<unknown>(world, [chainId, 'eth_getTransactionCount', params], 0)
  return Number(count) >= nonce + 2
}
