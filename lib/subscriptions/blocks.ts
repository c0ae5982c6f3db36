import type { Hash, Hex } from 'viem'
import { mutex } from '../async'
import { rpcError } from '../rpc/errors'

/** A sealed block's header as `newHeads` tells it. */
export type Header = { number: Hex; hash: Hash; parentHash: Hash }

/** How far back missed blocks are fetched; what was missed before that stays untold. */
const reach = 512

/** How many blocks are asked for at once. */
const together = 16

type Ask = (method: string, params: unknown[]) => Promise<unknown>

/** The fields of a block beyond its header. */
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

/** A block's height. */
export const heightOf = ({ number }: Header): number => Number(number)

/** The newest sealed block of a network. Rejects where the node does not answer with one. */
export const latestOf = async (ask: Ask): Promise<Header> =>
  headerOf(await ask('eth_getBlockByNumber', ['latest', false]))

const isChained = (blocks: readonly Header[]): boolean =>
  blocks.every(({ parentHash }, at) => at === 0 || blocks[at - 1]?.hash === parentHash)

/**
 * The newest part of a chain, without gaps, each block the child of the one before it.
 * Rejects where the node does not answer, or answers from two branches: then another look helps.
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
    // Known already: nothing new, or a node that lags behind another of the same name.
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
    /** Takes in what is new at the node. */
    look: () => inTurn(look),
    /** The block at a height, undefined above the newest. Fetched if it lies below what is known. */
    at: (height: number) => inTurn(() => at(height)),
    /** The height of the newest block, -1 before the first look. */
    top,
    /** The lowest height that is fetched. */
    bottom: () => Math.max(0, top() - reach + 1),
  }
}

/** The blocks of one network, shared by all that follow it. */
export type Blocks = ReturnType<typeof createBlocks>
