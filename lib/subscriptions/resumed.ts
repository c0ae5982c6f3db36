import * as z from 'zod/mini'
import { parseParams } from '../rpc/limit'
import { hash, remembered, subscribed, topicOf, type DeliveredTopic, type Topic } from './criteria'

/** Maximum number of open subscriptions of one site, over all its pages. */
export const most = 64

const block = z.tuple([z.int(), hash])
const resumed = z.object({
  held: z
    .array(
      z.object({
        id: z.string().check(z.regex(/^0x[0-9a-f]{32}$/)),
        wire: z.string(),
        chainId: z.int(),
        trail: z.array(block).check(z.maxLength(remembered)),
      }),
    )
    .check(z.maxLength(most)),
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
  const { success, data } = z.safeParse(resumed, message)
  if (!success) return []
  return data.held.flatMap((one) => {
    const topic = topicFrom(one.wire)
    return topic ? [{ ...one, topic }] : []
  })
}

/** Parses params of `eth_subscribe`; undefined if they are not valid. */
const topicFrom = (wire: string): Topic | undefined => {
  try {
    const { success, data } = z.safeParse(subscribed, parseParams('eth_subscribe', wire))
    return success ? topicOf(data) : undefined
  } catch {
    return undefined
  }
}
