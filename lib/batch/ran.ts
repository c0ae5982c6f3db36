import { hexToBytes, numberToHex, type Hex } from 'viem'
import type { Batch } from '../db'
import { encodeBatch } from '../delegate/encode'
import { delegation } from '../delegate/executor'
import { livePlaces } from './journal'
import type { Receipt } from '../db/batchEvent'
import type { Transaction } from './state'
import { tracedRun } from './trace'
import { unlessForgotten } from './prunedState'
import type { World } from './world'

/**
 * Whether a batch's transaction ran its calls, or revoked what it was to. A self-call to an account without
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
    unlessForgotten(
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
  return BigInt(receipt.gasUsed) === idleGas(encodeBatch(batch.calls, batch.delegate), upgrade)
    ? false
    : null
}

/** Whether an upgrade of ours, earlier in the same block, put the executor there. */
const upgradedBefore = (batch: Batch, block: bigint, nonce: number) =>
  changedIn(batch, block, (one, { revokes }) => !revokes && one.nonce < nonce)

/** Whether the user took it away again, later in the same block. */
const revokedAfter = (batch: Batch, block: bigint, nonce: number) =>
  changedIn(batch, block, (one, { revokes }) => revokes !== undefined && one.nonce > nonce)

/** Whether an authorization of ours that fits came with a block. */
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

/** Whether both the transaction and its authorization used a nonce. */
const hasMoved = async (world: World, { chainId, from }: Batch, block: bigint, nonce: number) => {
  const params = [from, numberToHex(block)]
  const count = world.request(chainId, 'eth_getTransactionCount', params)
  return Number(await unlessForgotten(count, 0)) >= nonce + 2
}

/** Gas of a transaction with these data that runs no code: intrinsic, or the floor of EIP-7623. */
const idleGas = (data: Hex, upgrade: boolean): bigint => {
  const bytes = hexToBytes(data)
  const zeros = bytes.reduce((sum, byte) => (byte === 0 ? sum + 1 : sum), 0)
  const tokens = zeros + (bytes.length - zeros) * 4
  return BigInt(21_000 + Math.max(tokens * 10, tokens * 4 + (upgrade ? authorizationGas : 0)))
}

/** What an authorization costs, valid or not (EIP-7702). */
const authorizationGas = 25_000
