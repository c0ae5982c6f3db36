import { keccak256 } from 'viem'
import { rpcError } from '../rpc/errors'
import { newsFor } from './advance'
import { nextHead, pace } from './nextHead'
import { createBlocks, heightOf, latestOf, type Blocks } from './blocks'
import { remembered, type DeliveredTopic, type Topic } from './criteria'
import { sharedLogs, type Logs } from './blockLogs'
import { most, readResumed } from './resumed'
import type { Delivery } from './wire'

/** The longest pause between two looks at a silent network that has subscriptions, in ms. */
const longest = 10_000

type World = {
  request: (chainId: number, method: string, params: unknown[]) => Promise<unknown>
  wait: (ms: number) => Promise<void>
  /** The network that a site is on. */
  chainOf: (origin: string) => Promise<number>
  /** Has the node of a network announce its heads, if it can; gives back what ends that. */
  heads?: (chainId: number, tell: () => void) => (() => void) | undefined
  /** Told whether anything is subscribed to. */
  awake: (isNeeded: boolean) => void
}

type Post = (delivery: Delivery) => void

/**
 * `trail`: what was told, oldest first; undefined until the network has been looked at. `isNew`: the page
 * may not have its id yet.
 */
type Subscription = {
  wire: string
  topic: Topic
  chainId: number
  trail?: DeliveredTopic[]
  isNew?: boolean
}

type Line = { origin: string; post: Post; open: Map<string, Subscription> }

/** An id that a request gets however often it is sent again, and that does not tell the request's own. */
export const idFor = (requestId: string): `0x${string}` =>
  `0x${keccak256(`0x${requestId}`).slice(2, 34)}`

/**
 * The subscriptions of all open pages. One look at a network serves all of them; nothing is looked at
 * while there are none. What a page was told is known to its relay alone, which says so on a new Port.
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

  /** The answer that carries the id goes out within this turn: nothing of it is told before. */
  const begin = (line: Line, id: string, one: Subscription) => {
    const begun = { ...one, isNew: true }
    put(line, id, begun)
    void wait(0).then(() => {
      if (line.open.get(id) === begun) line.open.set(id, one)
    })
  }

  /** Tells one subscription what is new, unless it has ended or moved meanwhile. */
  const advance = async (line: Line, id: string, one: Subscription, blocks: Blocks, logs: Logs) => {
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
    let pause = pace.usual
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
      pause = pace.usual
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

  /** Subscriptions follow their site to its network: there they begin at the newest block. */
  const follow = async (line: Line): Promise<void> => {
    const chainId = await chainOf(line.origin)
    for (const [id, { wire, topic, chainId: before }] of line.open)
      if (before !== chainId) put(line, id, { wire, topic, chainId })
  }

  return {
    /** A page's Port is open. What it says it holds goes on from there. */
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

    /** Begins one behind the newest block. The relay holds it before the page has its id. */
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

    /** Ends one; false if the page has none of that id. */
    unsubscribe({ documentId }: Asked, id: string): boolean {
      const line = lines.get(documentId)
      const isOpen = line?.open.delete(id) ?? false
      if (isOpen) line?.post({ subscription: id })
      report()
      return isOpen
    },

    /** A site may be on another network now. */
    async moved(): Promise<void> {
      for (const line of lines.values()) await follow(line)
    },
  }
}

/** The request that asks. */
type Asked = { id: string; documentId: string; origin: string; wire: string }

/** All subscriptions, as the rest of the background holds them. */
export type Subscriptions = ReturnType<typeof createSubscriptions>
