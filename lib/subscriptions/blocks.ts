import type { Hash, Hex } from 'viem'
import { mutex } from '../async'
import { rpcError } from '../rpc/errors'

/** Header of a sealed block, with all fields that `newHeads` reports. */
export type Header = { number: Hex; hash: Hash; parentHash: Hash }

/** Maximum number of missed blocks that are fetched; older ones are never reported. */
const reach = 512

/** Number of blocks requested in parallel. */
const together = 16

type Ask = (method: string, params: unknown[]) => Promise<unknown>

/** Fields of a block that are not part of its header. */
const body = ['transactions', 'uncles', 'withdrawals', 'size', 'totalDifficulty']

const isHeader = (block: object): block is Header =>
  ['number', 'hash', 'parentHash'].every(
    (field) => typeof (block as Record<string, unknown>)[field] === 'string',
  )

const headerOf = (block: unknown): Header => {
  if (typeof block !== 'object' || block === null || !isHeader(block))
    throw rpcError('chainDisconnected', 'its node does not give the block')
  return Object.fromEntries(
    Object.entries(block).filter(([field]) => !body.includes(field)),
  ) as Header
}

/** Returns a block's height as a number. */
export const heightOf = ({ number }: Header): number => Number(number)

/** Reads the newest sealed block. Throws 4901 if the node does not answer with one. */
export const latestOf = async (ask: Ask): Promise<Header> =>
  headerOf(await ask('eth_getBlockByNumber', ['latest', false]))

const isChained = (blocks: readonly Header[]): boolean =>
  blocks.every(({ parentHash }, at) => at === 0 || blocks[at - 1]?.hash === parentHash)

/**
 * Keeps the newest blocks of a chain, without gaps, each the child of the one before. Its methods reject if
 * the node does not answer, or answers from two branches of a reorg: then retry.
 */
export const createBlocks = (ask: Ask) => {
  let blocks: Header[] = []
  const inTurn = mutex()

  const known = (height: number): Header | undefined => {
    const [lowest] = blocks
    return lowest && blocks[height - heightOf(lowest)]
  }

  const fetch = async (from: number, to: number): Promise<Header[]> => {
    const fetched: Header[] = []
    for (let first = from; first <= to; first += together) {
      const heights = Array.from(
        { length: Math.min(together, to - first + 1) },
        (_, at) => first + at,
      )
      const params = heights.map((height) => [`0x${height.toString(16)}`, false])
      const some = await Promise.all(params.map((one) => ask('eth_getBlockByNumber', one)))
      fetched.push(...some.map(headerOf))
    }
    return fetched
  }

  const top = (): number => {
    const highest = blocks.at(-1)
    return highest ? heightOf(highest) : -1
  }

  const look = async (): Promise<void> => {
    const latest = await latestOf(ask)
    const height = heightOf(latest)
    // The block is known: the chain has not grown, or a lagging node behind the same URL answered.
    if (known(height)?.hash === latest.hash) return
    const isFar = blocks.length === 0 || height - top() > reach
    const fresh = [...(isFar ? [] : await fetch(top() + 1, height - 1)), latest]
    for (let lowest = fresh[0]; lowest; lowest = fresh[0]) {
      const below = isFar ? undefined : known(heightOf(lowest) - 1)
      if (!below || below.hash === lowest.parentHash) break
      fresh.unshift(...(await fetch(heightOf(lowest) - 1, heightOf(lowest) - 1)))
    }
    if (!isChained(fresh)) throw new Error('the node answers from two branches')
    const from = fresh[0] ? heightOf(fresh[0]) : 0
    const kept = isFar ? [] : blocks.filter((block) => heightOf(block) < from)
    blocks = [...kept, ...fresh].slice(-reach)
  }

  const at = async (height: number): Promise<Header | undefined> => {
    const [lowest] = blocks
    if (lowest && height < heightOf(lowest) && height >= 0) {
      const below = await fetch(height, heightOf(lowest) - 1)
      if (!isChained([...below, lowest])) throw new Error('the node answers from two branches')
      blocks = [...below, ...blocks]
    }
    return known(height)
  }

  return {
    /** Reads the newest block and fetches those between, back to the fork after a reorg. */
    look: () => inTurn(look),
    /** Returns the block at a height, fetched if it is below the known ones; undefined above the newest. */
    at: (height: number) => inTurn(() => at(height)),
    /** Returns the height of the newest block, -1 before the first `look`. */
    top,
    /** Returns the lowest height that is fetched. */
    bottom: () => Math.max(0, top() - reach + 1),
  }
}

/** Blocks of one network, shared by all its subscriptions. */
export type Blocks = ReturnType<typeof createBlocks>
