import type { PageAnswer } from '../page/provider'
import type { DeliveredTopic } from './criteria'
import type { Delivery, Resume } from './wire'

/** Number of newest blocks to remember with their logs: after a reorg, these logs are reported as removed. */
const remembered = 64

type One = {
  wire: string
  chainId: number
  hasLogs: boolean
  trail: { told: DeliveredTopic; logs: unknown[] }[]
}

const isForLogs = (wire: string) => (JSON.parse(wire) as unknown[])[0] === 'logs'

/**
 * Keeps a page's subscriptions and the last blocks reported for each. Lives as long as the page: a restarted
 * background continues after the last reported block, without gaps or duplicates.
 */
export const createHeld = (answer: (answer: PageAnswer) => void) => {
  const all = new Map<string, One>()

  const tell = (subscription: string, result: unknown) =>
    answer([-2, JSON.stringify({ type: 'eth_subscription', data: { subscription, result } })])

  return {
    isEmpty: () => all.size === 0,

    /** Returns the state that a restarted background needs to continue; undefined without subscriptions. */
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

    /** Applies a delivery of the background and sends its `message` events (EIP-1193) to the page. */
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

/** Subscriptions of a page, as its relay keeps them. */
export type HeldSubscriptions = ReturnType<typeof createHeld>
