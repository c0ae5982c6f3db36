import * as v from 'valibot'
import { boundedList } from '../rpc/boundedList'
import { object } from '../rpc/object'
import { int } from '../rpc/schema'
import { parseParams } from '../rpc/limit'
import { hash, remembered, subscribed, topicOf, type DeliveredTopic, type Topic } from './criteria'

/** Maximum number of open subscriptions of one site, over all its pages. */
export const most = 64

const block = v.strictTuple([int, hash])
const resumed = object({
  held: boundedList(
    object({
      id: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{32}$/)),
      wire: v.string(),
      chainId: int,
      trail: boundedList(block, remembered),
    }),
    most,
  ),
})

/** A subscription that a relay reports, with its parsed topic and the blocks reported to the page. */
export type Resumed = {
  id: string
  wire: string
  chainId: number
  trail: DeliveredTopic[]
  topic: Topic
}

/**
 * Parses the message by which a relay reports its subscriptions on a new Port; drops any with invalid params.
 */
export const readResumed = (message: unknown): Resumed[] => {
  const read = v.safeParse(resumed, message)
  if (!read.success) return []
  return read.output.held.flatMap((one) => {
    const topic = topicFrom(one.wire)
    return topic ? [{ ...one, topic }] : []
  })
}

/** Parses params of `eth_subscribe`; undefined if they are not valid. */
const topicFrom = (wire: string): Topic | undefined => {
  try {
    const read = v.safeParse(subscribed, parseParams('eth_subscribe', wire))
    return read.success ? topicOf(read.output) : undefined
  } catch {
    return undefined
  }
}
