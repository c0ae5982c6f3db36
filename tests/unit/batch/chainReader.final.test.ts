import { describe, expect, test } from 'vitest'
import { createChainReader, finalNumber } from '@/lib/batch/chainReader'
import { rpcError, toError } from '@/lib/rpc/errors'
import { openChain } from './fakeChain'

const minute = 60_000
const day = 24 * 60 * minute

type Blocks = Partial<Record<'latest' | 'finalized', number | Error>>

/** Reads the highest final block of a node that answers so, `age` ms after the last event. */
const final = (blocks: Blocks, age = 0) => {
  const { chain, world } = openChain()
  chain.answers.eth_getBlockByNumber = ([tag]: [keyof Blocks]) => {
    const block = blocks[tag]
    if (block instanceof Error) throw block
    return block === undefined ? null : { number: `0x${block.toString(16)}` }
  }
  return finalNumber(createChainReader(world, 31337), age)
}

const unknownTag = toError({ code: -32602, message: 'invalid block tag' })
const silent = rpcError('chainDisconnected')

describe('the highest final block', () => {
  test('is the one that the node’s tag shows', async () => {
    expect(await final({ latest: 500, finalized: 7 })).toBe(7n)
    expect(await final({ latest: 500, finalized: 1 })).toBe(1n)
  })

  test('is 64 blocks deep where the tag shows none', async () => {
    expect(await final({ latest: 500 })).toBe(436n)
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
    const blocks = { latest: 500, finalized: unknownTag }
    await expect(final(blocks, 10 * minute - 1)).rejects.toBe(unknownTag)
    expect(await final(blocks, 10 * minute)).toBe(436n)
  })

  test('is unknown while the node is silent, however long', async () => {
    await expect(final({ latest: 500, finalized: silent }, 2 * day)).rejects.toBe(silent)
    await expect(final({ latest: silent }, 2 * day)).rejects.toBe(silent)
  })
})
