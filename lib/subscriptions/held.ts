import type { PageAnswer } from '../page/provider'
import type { DeliveredTopic } from './criteria'
import type { Delivery, Resume } from './wire'

/** How many of the newest blocks are remembered, with their logs: a re-org may take them back. */
const remembered = 64

type One = {
  wire: string
  chainId: number
  hasLogs: boolean
  trail: { told: DeliveredTopic; logs: unknown[] }[]
}

const isForLogs = (wire: string) => (JSON.parse(wire) as unknown[])[0] === 'logs'

/**
 * The subscriptions of a page and the last blocks it was told of each. It lives as long as the page, so
 * that a background which was stopped goes on behind what the page really heard: no gap, nothing twice.
 */
export const createHeld = (answer: (answer: PageAnswer) => void) => {
  const all = new Map<string, One>()

  const tell = (subscription: string, result: unknown) =>
    answer([-2, JSON.stringify({ type: 'eth_subscription', data: { subscription, result } })])

  return {
    isEmpty: () => all.size === 0,

    /** What the background must know to go on; undefined if there is nothing. */
    resume: (): Resume | undefined =>
      all.size === 0
        ? undefined
        : {
            held: Array.from(all, ([id, { wire, chainId, trail }]) => ({
              id,
              wire,
              chainId,
              trail: trail.map(({ told }) => told),
            })),
          },

    /** Takes in what the background says of a subscription, and tells the page. */
    hear({ subscription: id, wire, chainId = 0, gone = 0, blocks }: Delivery) {
      if (!blocks) return void all.delete(id)
      if (wire !== undefined) all.set(id, { wire, chainId, trail: [], hasLogs: isForLogs(wire) })
      const one = all.get(id)
      if (!one) return
      const { hasLogs } = one
      const kept = one.trail.length - gone
      const taken = one.trail.slice(kept).flatMap(({ logs }) => logs)
      const added = blocks.map(([height, hash, results]) => ({
        told: [height, hash] as DeliveredTopic,
        logs: hasLogs ? results : [],
      }))
      one.trail = [...one.trail.slice(0, kept), ...added].slice(-remembered)
      for (const log of taken) tell(id, { ...(log as object), removed: true })
      for (const [, , results] of blocks) for (const result of results) tell(id, result)
    },
  }
}

/** What a page's relay holds. */
export type HeldSubscriptions = ReturnType<typeof createHeld>
