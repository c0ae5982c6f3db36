import { find } from '../approvals/approvals'
import { blockFingerprint, type BlockFingerprint } from '../batch/blockFingerprint'
import { requestOf } from '../batch/batchRequest'
import { findNetwork } from '../network/networks'
import { request } from '../network/node'

type Block = Parameters<typeof blockFingerprint>[0]

const chainOf = async (id: string): Promise<number> => {
  const row = await find(id)
  if (row?.state !== 'pending') throw new Error('no such request')
  return requestOf(row).chainId
}

/**
 * Fingerprint of the pending block on a request's chain; one RPC call, two if the node has no pending
 * block.
 */
export const pendingHead = async ({ id }: { id: string }): Promise<BlockFingerprint> => {
  const chainId = await chainOf(id)
  const block = (tag: string) =>
    request(chainId, 'eth_getBlockByNumber', [tag, false]) as Promise<Block>
  // Some nodes do not serve the `pending` block.
  return blockFingerprint((await block('pending')) ?? (await block('latest')), null)
}

/** Returns the refresh interval of a request's network, in ms. */
export const refreshOf = async ({ id }: { id: string }): Promise<number> =>
  findNetwork(await chainOf(id))?.refresh ?? 1_000
