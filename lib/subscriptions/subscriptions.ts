import { keccak256 } from 'viem'
import { rpcError } from '../rpc/errors'
import { newsFor } from './advance'
import { nextHead, pollIntervals } from './nextHead'
import { createBlocks, heightOf, latestOf, type Blocks } from './blocks'
import { remembered, type DeliveredTopic, type Topic } from './criteria'
import { sharedLogs, type ReadBlockLogs } from './blockLogs'
import { most, readResumed } from './resumed'
import type { Delivery } from './wire'

/** Upper bound of the backoff, in ms, while a network with subscriptions does not answer. */
const longest = 10_000

type World = {
  request: (chainId: number, method: string, params: unknown[]) => Promise<unknown>
  wait: (ms: number) => Promise<void>
  /** Chain ID of the network that a site is on; undefined if the site is not connected. */
  chainOf: (origin: string) => Promise<number | undefined>
  /** Calls `tell` at each new head if the node announces heads; returns a function that unsubscribes. */
  heads?: (chainId: number, tell: () => void) => (() => void) | undefined
  /** Called with true while any subscription is open: the worker must then stay awake. */
  awake: (isNeeded: boolean) => void
}

type Post = (delivery: Delivery) => void

/**
 * An open subscription. `trail`: blocks reported so far, oldest first; undefined until the network was read.
 * `isNew`: the page may not have its ID yet.
 */
type Subscription = {
  wire: string
  topic: Topic
  chainId: number
  trail?: DeliveredTopic[]
  isNew?: boolean
}

type Line = { origin: string; post: Post; open: Map<string, Subscription> }

/**
 * Derives a subscription ID from the request ID: a replayed request gets an equal one, and the request ID
 * stays secret.
 */
export const idFor = (requestId: string): `0x${string}` =>
  `0x${keccak256(`0x${requestId}`).slice(2, 34)}`

/**
 * Creates the subscriptions of all open pages. They share one polling loop for each network, which stops
 * without subscriptions. Only a page's relay knows what was reported to it; it says so on each new Port.
 */
export const createSubscriptions = ({ request, wait, chainOf, heads, awake }: World) => {
  const lines = new Map<string, Line>()
  const loops = new Set<number>()

  const openOn = (chainId: number) =>
    Array.from(lines.values()).flatMap((line) =>
      Array.from(line.open, ([id, one]) => ({ line, id, one })).filter(
        ({ one }) => one.chainId === chainId,
      ),
    )

  const report = () => awake(Array.from(lines.values()).some(({ open }) => open.size > 0))

  const put = (line: Line, id: string, one: Subscription) => {
    line.open.set(id, one)
    report()
    void loop(one.chainId)
  }

  /**
   * Opens a subscription but reports nothing in this turn, in which the answer with its ID goes to the page.
   */
  const begin = (line: Line, id: string, one: Subscription) => {
    const begun = { ...one, isNew: true }
    put(line, id, begun)
    void wait(0).then(() => {
      if (line.open.get(id) === begun) line.open.set(id, one)
    })
  }

  /** Reports new blocks to one subscription, unless it has ended or changed its network meanwhile. */
  const advance = async (
    line: Line,
    id: string,
    one: Subscription,
    blocks: Blocks,
    logs: ReadBlockLogs,
  ) => {
    const { topic, trail, wire, chainId } = one
    const top = await blocks.at(blocks.top())
    if (!top) return
    const news = trail
      ? await newsFor(blocks, trail, async (header) =>
          topic.kind === 'logs' ? logs(header, topic) : [header],
        )
      : { gone: 0, blocks: [[heightOf(top), top.hash, []] as [...DeliveredTopic, unknown[]]] }
    if (!news || line.open.get(id) !== one) return
    const told = news.blocks.map(([height, hash]): DeliveredTopic => [height, hash])
    const kept = trail?.slice(0, trail.length - news.gone) ?? []
    line.open.set(id, { ...one, trail: [...kept, ...told].slice(-remembered) })
    line.post({ subscription: id, ...news, ...(trail ? {} : { wire, chainId }) })
  }

  const loop = async (chainId: number): Promise<void> => {
    if (loops.has(chainId)) return
    loops.add(chainId)
    const ask = (method: string, params: unknown[]) => request(chainId, method, params)
    const blocks = createBlocks(ask)
    const busy = new Set<string>()
    let pause = pollIntervals.usual
    while (openOn(chainId).length > 0) {
      const next = nextHead((tell) => heads?.(chainId, tell), wait)
      const isThere = await blocks.look().then(
        () => true,
        () => false,
      )
      if (!isThere) {
        pause = Math.min(longest, 2 * pause)
        await next(pause)
        continue
      }
      pause = pollIntervals.usual
      const logs = sharedLogs(ask)
      for (const { line, id, one } of openOn(chainId)) {
        if (busy.has(id) || one.isNew) continue
        busy.add(id)
        void advance(line, id, one, blocks, logs)
          .catch(() => undefined)
          .finally(() => busy.delete(id))
      }
      await next()
    }
    loops.delete(chainId)
  }

  /**
   * Moves a page's subscriptions to its site's present network, where they start at the newest block; ends
   * those of a site that is no longer connected.
   */
  const follow = async (line: Line): Promise<void> => {
    const chainId = await chainOf(line.origin)
    for (const [id, { wire, topic, chainId: before }] of line.open)
      if (chainId === undefined) end(line, id)
      else if (before !== chainId) put(line, id, { wire, topic, chainId })
  }

  /** Ends a subscription and tells the page's relay; false if there is none of this ID. */
  const end = (line: Line, id: string): boolean => {
    const isOpen = line.open.delete(id)
    if (isOpen) line.post({ subscription: id })
    report()
    return isOpen
  }

  return {
    /** Registers a page's Port; `hear` resumes the subscriptions that its relay reports. */
    opened({ documentId, origin }: { documentId: string; origin: string }, post: Post) {
      const line: Line = { origin, post, open: new Map() }
      lines.set(documentId, line)
      return {
        hear(message: unknown) {
          for (const { id, ...held } of readResumed(message)) put(line, id, held)
          void follow(line)
        },
        closed() {
          line.open.clear()
          if (lines.get(documentId) === line) lines.delete(documentId)
          report()
        },
      }
    },

    /**
     * Opens a subscription that starts after the newest block; the relay gets it before the page gets its ID.
     * Throws -32005 at the limit of a site.
     */
    async subscribe(by: Asked, topic: Topic, chainId: number): Promise<`0x${string}`> {
      const { id: requestId, documentId, origin, wire } = by
      const latest = await latestOf((method, params) => request(chainId, method, params))
      const line = lines.get(documentId)
      const open = Array.from(lines.values()).filter((other) => other.origin === origin)
      if (open.reduce((sum, other) => sum + other.open.size, 0) >= most)
        throw rpcError('limitExceeded', `${most} subscriptions of this site are open`)
      const id = idFor(requestId)
      const first: DeliveredTopic = [heightOf(latest), latest.hash]
      line?.post({ subscription: id, wire, chainId, blocks: [[...first, []]] })
      if (line) begin(line, id, { wire, topic, chainId, trail: [first] })
      return id
    },

    /** Ends a subscription; false if the page has none of this ID. */
    unsubscribe({ documentId }: Asked, id: string): boolean {
      const line = lines.get(documentId)
      return line ? end(line, id) : false
    },

    /** Call after a site may have changed its network: its subscriptions follow. */
    async moved(): Promise<void> {
      for (const line of lines.values()) await follow(line)
    },
  }
}

/** The request that opens or ends a subscription. */
type Asked = { id: string; documentId: string; origin: string; wire: string }

/** Subscriptions of all open pages. */
export type Subscriptions = ReturnType<typeof createSubscriptions>
