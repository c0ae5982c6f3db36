import type { Hash } from 'viem'
import type { LogCriteria } from '../db'
import * as z from 'zod/mini'
import { address, hex, maybe } from '../rpc/schema'

/** How many addresses, or topics in one place, a node is asked for at once. */
const most = 1_000

/** A 32-byte hash. */
export const hash = hex.check(z.refine((text) => text.length === 66, 'must be 32 bytes of hex'))

const topic = z.nullable(
  z.union(
    [hash, z.array(hash).check(z.maxLength(most))],
    'must be a hash, a list of them, or null',
  ),
)

/** Which logs are meant, whatever block they are in. */
export const logCriteria = z.object({
  address: maybe(
    z.union(
      [address, z.array(address).check(z.maxLength(most))],
      `must be an address or a list of up to ${most}`,
    ),
  ),
  topics: maybe(z.array(topic).check(z.maxLength(4, 'must be a list of up to 4 topics'))),
})

/** Params of `eth_subscribe`. */
export const subscribed = z.tuple(
  [z.enum(['newHeads', 'logs'], 'must be "newHeads" or "logs"'), maybe(logCriteria)],
  z.unknown(),
)

/** What a page is subscribed to. */
export type Topic = { kind: 'newHeads' } | { kind: 'logs'; criteria: LogCriteria }

/** The same with what belongs to another kind left out. */
export const topicOf = ([kind, criteria]: z.output<typeof subscribed>): Topic =>
  kind === 'logs' ? { kind, criteria: criteria ?? {} } : { kind }

/** A block as far as it was told: its number and hash. */
export type DeliveredTopic = [number: number, hash: Hash]

/** How many of the newest told blocks are remembered, to know which of them a re-org took. */
export const remembered = 64
