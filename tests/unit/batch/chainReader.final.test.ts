import { beforeEach, describe, expect, test } from 'vitest'
import { createChainReader, finalNumber } from '@/lib/batch/chainReader'
import { cache } from '@/lib/db'
import { rpcError, toError } from '@/lib/rpc/errors'
import { openChain } from './fakeChain'

const minute = 60_000
const day = 24 * 60 * minute

type Blocks = Partial<Record<'latest' | 'finalized', number | Error>>

/** Opens a node that answers so; `read` gives the highest final block at a time, `age` ms after the last event. */
const openNode = (blocks: Blocks) => {
  const { chain, world } = openChain()
  chain.answers.eth_getBlockByNumber = ([tag]: [keyof Blocks]) => {
    const block = blocks[tag]
    if (block instanceof Error) throw block
    return block === undefined ? null : { number: `0x${block.toString(16)}` }
  }
  return (at: number, age = 0) => {
    chain.now = at
    return finalNumber(createChainReader(world, 31337), age)
  }
}

/** Reads the highest final block of a node that is asked for the first time. */
const final = (blocks: Blocks, age = 0) => openNode(blocks)(0, age)

/** Asks a node each minute; the result of the last time, after ten minutes. */
const tenMinutes = async (read: ReturnType<typeof openNode>) => {
  for (let at = 0; at < 10 * minute; at += minute) await read(at).catch(() => 0n)
  return read(10 * minute)
}

const unknownTag = toError({ code: -32602, message: 'invalid block tag' })
const silent = rpcError('chainDisconnected')

beforeEach(() => cache.facts.clear())

describe('the highest final block', () => {
  test('is the one that the node’s tag shows', async () => {
    expect(await final({ latest: 500, finalized: 7 })).toBe(7n)
    expect(await final({ latest: 500, finalized: 1 })).toBe(1n)
  })

  test('is 64 blocks deep where the tag stands at the first block', async () => {
    expect(await final({ latest: 500, finalized: 0 })).toBe(436n)
    expect(await final({ latest: 65, finalized: 0 })).toBe(1n)
  })

  test.each([64, 63, 0])('is none where the chain has %s blocks', async (latest) => {
    expect(await final({ latest, finalized: 0 })).toBe(0n)
  })

  test('is none where the node has no newest block', async () => {
    expect(await final({})).toBe(0n)
  })

  test('counts by depth too once the tag has not moved for a day, whichever is higher', async () => {
    expect(await final({ latest: 500, finalized: 7 }, day - 1)).toBe(7n)
    expect(await final({ latest: 500, finalized: 7 }, day)).toBe(436n)
    expect(await final({ latest: 500, finalized: 490 }, day)).toBe(490n)
  })

  test('is asked again for ten minutes where the node does not know the tag', async () => {
    const read = openNode({ latest: 500, finalized: unknownTag })
    for (let at = 0; at < 10 * minute; at += minute) await expect(read(at)).rejects.toBe(unknownTag)
    await expect(read(10 * minute - 1)).rejects.toBe(unknownTag)
    expect(await read(10 * minute)).toBe(436n)
  })

  test('is none for ten minutes where the tag shows no block', async () => {
    const read = openNode({ latest: 500 })
    for (let at = 0; at < 10 * minute; at += minute) expect(await read(at)).toBe(0n)
    expect(await read(10 * minute)).toBe(436n)
  })

  test('is not by depth after one failure, however old the batch, until a day', async () => {
    const blocks = { latest: 500, finalized: unknownTag }
    await expect(final(blocks, day - 1)).rejects.toBe(unknownTag)
    expect(await final({ latest: 500 }, day - 1)).toBe(0n)
    expect(await final(blocks, day)).toBe(436n)
    expect(await final({ latest: 500 }, day)).toBe(436n)
  })

  test('is the tag’s again once it answers, and a later failure counts from its own start', async () => {
    const blocks: Blocks = { latest: 500, finalized: unknownTag }
    const read = openNode(blocks)
    expect(await tenMinutes(read)).toBe(436n)
    blocks.finalized = 7
    expect(await read(11 * minute)).toBe(7n)
    blocks.finalized = unknownTag
    await expect(read(12 * minute)).rejects.toBe(unknownTag)
  })

  test('waits for failures anew where nobody asked for more than five minutes', async () => {
    const read = openNode({ latest: 500 })
    await read(0)
    expect(await read(5 * minute + 1)).toBe(0n)
    expect(await read(10 * minute)).toBe(0n)
    expect(await read(15 * minute)).toBe(0n)
    expect(await read(15 * minute + 1)).toBe(436n)
  })

  test('goes on with the failures of a worker that was stopped', async () => {
    const times = [0, 4, 8].map((at) => at * minute)
    for (const at of times) expect(await openNode({ latest: 500 })(at)).toBe(0n)
    expect(await openNode({ latest: 500 })(10 * minute)).toBe(436n)
  })

  test('is told by the tag as soon as it answers, and later failures begin anew', async () => {
    const blocks: Blocks = { latest: 500 }
    const read = openNode(blocks)
    expect(await tenMinutes(read)).toBe(436n)
    blocks.finalized = 7
    expect(await read(11 * minute)).toBe(7n)
    delete blocks.finalized
    expect(await read(12 * minute)).toBe(0n)
  })

  test('does not count silence as a failure of the tag, nor as an answer', async () => {
    const blocks: Blocks = { latest: 500, finalized: silent }
    const read = openNode(blocks)
    await expect(tenMinutes(read)).rejects.toBe(silent)
    delete blocks.finalized
    expect(await read(11 * minute)).toBe(0n)
  })

  test('is unknown while the node is silent, however long', async () => {
    await expect(final({ latest: 500, finalized: silent }, 2 * day)).rejects.toBe(silent)
    await expect(final({ latest: silent }, 2 * day)).rejects.toBe(silent)
  })
})
