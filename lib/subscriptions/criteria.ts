import type { Hash } from 'viem'
import type { LogCriteria } from '../db'
import * as v from 'valibot'
import { boundedList } from '../rpc/boundedList'
import { object } from '../rpc/object'
import { address, hex, maybe } from '../rpc/schema'

/** Maximum number of addresses, or of topics in one position. */
const most = 1_000

/** A 32-byte hash as hex. */
export const hash = v.pipe(
  hex,
  v.check((text) => text.length === 66, 'must be 32 bytes of hex'),
)

/** Schema of one value or a list of them, in which the item that is wrong is named. */
const oneOrMore = <One extends v.GenericSchema>(one: One, message: string) => {
  const more = boundedList(one, most)
  const alone = v.pipe(
    v.custom<v.InferInput<One>>((given) => v.is(one, given), message),
    one,
  )
  return v.lazy<typeof alone | typeof more>((given) => (Array.isArray(given) ? more : alone))
}

const topic = v.nullable(oneOrMore(hash, 'must be a hash, a list of them, or null'))

/** Criteria for logs by address and topics, without a range of blocks. */
export const logFields = {
  address: maybe(oneOrMore(address, `must be an address or a list of up to ${most}`)),
  topics: maybe(boundedList(topic, 4, 'must be a list of up to 4 topics')),
}

const logCriteria = object(logFields)

/** Params of `eth_subscribe`: the kind and, for logs, criteria. */
export const subscribed = v.tuple([
  v.picklist(['newHeads', 'logs'], 'must be "newHeads" or "logs"'),
  maybe(logCriteria),
])

/** Subject of a subscription: new heads, or logs by criteria. */
export type Topic = { kind: 'newHeads' } | { kind: 'logs'; criteria: LogCriteria }

/** Builds the topic from params of `eth_subscribe`; drops criteria that `newHeads` does not have. */
export const topicOf = ([kind, criteria]: v.InferOutput<typeof subscribed>): Topic =>
  kind === 'logs' ? { kind, criteria: criteria ?? {} } : { kind }

/** Number and hash of a block that was reported to a page. */
export type DeliveredTopic = [number: number, hash: Hash]

/** Number of reported blocks to remember for each subscription, to detect a reorg. */
export const remembered = 64
