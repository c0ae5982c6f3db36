import { numberToHex, type Hex } from 'viem'
import { createChainReader } from '@/lib/batch/chainReader'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { append, stateOf } from '@/lib/batch/journal'
import { operationEvents } from '@/lib/batch/operationProof'
import type { Batch } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { operation } from '../sponsor/operations'
import { did, hashOf, storeBatch } from './batches'
import { operated, sponsored } from './sponsoredBatches'
import type { openEntryPoint } from './sponsoredChain'

/** When events of these batches were written, in ms since 1970. */
export const writtenAt = 1_100_000

/** Stores a batch that somebody else pays for, with what has happened to it. */
export const storeOperated = async (
  events: readonly Event[],
  terms: Partial<FrozenTerms> = {},
): Promise<Batch> => {
  const batch = await storeBatch({ ...sponsored, ...terms })
  await append(batch.key, events, writtenAt)
  return batch
}

/** The event of an operation at a nonce of the EntryPoint. */
export const operatedAt = (name: string, nonce: Hex): Event =>
  operated(name, { signed: { ...operation, nonce, signature: '0x12' } })

/** The signature of what cancels an operation, at the account's nonce. */
export const cancels = (name = 'burn', nonce = 5): Event =>
  did.signed(name, 0, { kind: 'cancel', nonce })

/** The fields of a receipt that name its block. */
export const inBlock = (block: number) => ({
  blockNumber: numberToHex(block),
  blockHash: hashOf(`block ${block}`),
})

/** A cancellation in a sealed block. */
export const cancelledIn = (block: number, name = 'burn', status: '0x1' | '0x0' = '0x1') => [
  cancels(name),
  did.sealed(name, { ...inBlock(block), status }),
]

export const overtakes = (hasHistory: boolean): Event => ({
  type: 'overtaken',
  index: 0,
  hasHistory,
})
export const replacedBy = (name: string): Event => ({
  type: 'replaced',
  index: 0,
  by: hashOf(name),
})
export const lapsedIn = (block: number): Event => ({ type: 'lapsed', hash: hashOf('first'), block })
export const burntIn = (block: number, name = 'burn'): Event => ({
  type: 'burnt',
  index: 0,
  by: hashOf(name),
  block: numberToHex(block),
  blockHash: hashOf(`block ${block}`),
})

/** Returns what a look at the chain tells of a batch's operations; nothing is stored. */
export const lookAt = async ({ world }: ReturnType<typeof openEntryPoint>, batch: Batch) =>
  operationEvents(world, batch, await stateOf(batch.key), createChainReader(world, 31337))

/** Runs before a node is asked for the state of a block, which it names; a throw is the node's answer. */
export const beforeStates = (
  place: ReturnType<typeof openEntryPoint>,
  run: (block: unknown) => void,
): ReturnType<typeof openEntryPoint> => ({
  ...place,
  world: {
    ...place.world,
    request: async (chainId, method, params) => {
      if (method === 'eth_call') run(params[1])
      return place.world.request(chainId, method, params)
    },
  },
})
