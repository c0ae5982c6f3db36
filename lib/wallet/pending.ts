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

/** What tells the block that a request would be pending in from the next: one question. */
export const pendingHead = async ({ id }: { id: string }): Promise<BlockFingerprint> => {
  const chainId = await chainOf(id)
  const block = (tag: string) =>
    request(chainId, 'eth_getBlockByNumber', [tag, false]) as Promise<Block>
  // Some nodes have no pre-confirmed block.
  return blockFingerprint((await block('pending')) ?? (await block('latest')), null)
}

/** How often a request's pending block changes, in ms. */
export const refreshOf = async ({ id }: { id: string }): Promise<number> =>
  findNetwork(await chainOf(id))?.refresh ?? 1_000
