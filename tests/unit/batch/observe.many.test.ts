import { numberToHex, type Hash } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Event } from '@/lib/db/batchEvent'
import { fold } from '@/lib/batch/state'
import { createAgreement } from '@/lib/batch/agreement'
import { createRunCheck } from '@/lib/batch/runCheck'
import { createChainReader } from '@/lib/batch/chainReader'
import { observe } from '@/lib/batch/observe'
import { statusCode } from '@/lib/batch/status'
import { did, hashOf, makeBatch } from './batches'
import { openChain, silence } from './fakeChain'
import { emptyDatabase } from '../database'

// A batch’s age is that of its last stored event: another file may have left some under the same keys.
beforeEach(emptyDatabase)

const { signed, sent, sealed } = did

/** Looks once and appends the events found. Records the requests; those for `unheard` get no answer. */
const listening = (known: Event[], unheard: Hash[] = [], batch = makeBatch()) => {
  const place = openChain()
  const events = [...known]
  const look = async () => {
    const agreement = createAgreement(place.world)
    const runCheck = createRunCheck(place.world)
    const look = createChainReader(place.world, 31337)
    const about = { look, agreement, runCheck, hasMovedOn: true }
    const found = await observe(place.world, batch, fold(events), about)
    events.push(...found)
    return found
  }
  const asked: Hash[] = []
  place.chain.answers = {
    eth_getTransactionReceipt: ([one]: [Hash]) => {
      asked.push(one)
      return unheard.includes(one) ? silence() : (place.chain.receipts.get(one) ?? null)
    },
  }
  return { ...place, asked, events, look }
}

describe('a batch of which much is out', () => {
  const hashes = ['0', '1', '2'].map(hashOf)
  const [first, second] = hashes as [Hash, Hash]
  const three = ['0', '1', '2'].flatMap((name, index) => [signed(name, index), sent(name)])

  test('asks for the newest of what is sealed, and for all before it is final', async () => {
    const known = [signed('0'), sealed('0'), signed('1', 1), sealed('1')]
    const { calls } = makeBatch()
    const running = listening(known, [], makeBatch({ calls: [...calls, ...calls] }))
    running.include(first, { block: 10 })
    running.include(second, { block: 10 })
    expect(await running.look()).toEqual([])
    expect(running.asked).toEqual([second])
    running.chain.receipts.clear()
    expect(await running.look()).toEqual([
      { type: 'moved', hash: first },
      { type: 'moved', hash: second },
    ])
    const ended = listening(known)
    ended.include(first, { block: 10 })
    ended.include(second, { block: 10 })
    expect(await ended.look()).toEqual([])
    expect(ended.asked).toEqual([second])
    ended.chain.finalized = 10
    expect(await ended.look()).toEqual([{ type: 'final' }])
    expect(ended.asked).toEqual([second, second, first])
  })

  test('asks for the one in the highest block, whichever was signed last', async () => {
    const known = [signed('0'), sealed('0', { blockNumber: '0xa' }), signed('1', 1)]
    const { asked, include, look } = listening([...known, sealed('1', { blockNumber: '0x9' })])
    include(first, { block: 10 })
    include(second, { block: 9 })
    await look()
    expect(asked).toEqual([first])
  })

  test('is not final where one of the earlier ones is gone', async () => {
    const known = [signed('0'), sealed('0'), signed('1', 1), sealed('1')]
    const { chain, include, look } = listening(known)
    include(second, { block: 10 })
    chain.finalized = 10
    expect(await look()).toEqual([{ type: 'moved', hash: first }])
  })

  test('asks again for an earlier one of which nobody could tell if it ran', async () => {
    const known = [signed('0'), sealed('0', {}, null), signed('1', 1), sealed('1')]
    const { asked, include, look } = listening(known)
    include(first, { block: 9 })
    include(second, { block: 10 })
    await look()
    expect(asked).toEqual([first, second])
  })

  test('keeps what was heard of the others where nobody answers for one', async () => {
    const { include, look } = listening(three, [second])
    include(first)
    include(hashOf('2'))
    expect(await look()).toMatchObject([
      { type: 'included', hash: first },
      { type: 'included', hash: hashOf('2') },
    ])
    await expect(look()).rejects.toMatchObject({ code: 4901 })
  })

  test('is not final while nobody answers for one', async () => {
    const known = [signed('0'), sealed('0'), signed('1', 1), sealed('1')]
    const { chain, include, look } = listening(known, [second])
    include(first, { block: 10 })
    chain.finalized = 10
    await expect(look()).rejects.toMatchObject({ code: 4901 })
  })
})

describe('a chain that is built anew below the highest transaction', () => {
  const [first, second, third] = ['0', '1', '2'].map(hashOf) as [Hash, Hash, Hash]
  const at = (block: number) => ({
    blockNumber: numberToHex(block),
    blockHash: hashOf(`block ${block}`),
  })
  const known = [signed('0'), sealed('0', at(8)), signed('1', 1), sealed('1', at(9))]

  /** A chain that has both in other blocks of the same heights, where the first one fails. */
  const rebuilt = (unheard: Hash[] = []) => {
    const place = listening(known, unheard)
    place.chain.finalized = 1
    Object.assign(place.chain.hashes, { 8: hashOf('other 8'), 9: hashOf('other 9') })
    place.include(first, { block: 8, status: '0x0' })
    place.include(second, { block: 9 })
    return place
  }
  const types = (events: readonly Event[]) =>
    events.map((event) => ('hash' in event ? `${event.type} ${event.hash}` : event.type))

  test('has all of them read again in the look that finds the highest one moved', async () => {
    const { events, look } = rebuilt()
    expect(types(await look())).toEqual([
      `moved ${first}`,
      `sealed ${first}`,
      `moved ${second}`,
      `sealed ${second}`,
    ])
    expect(statusCode(makeBatch(), fold(events))).toBe(600)
  })

  test('is noted only once all of them could be read', async () => {
    const unheard = [first]
    const { look } = rebuilt(unheard)
    await expect(look()).rejects.toMatchObject({ code: 4901 })
    unheard.pop()
    expect(types(await look())).toContain(`moved ${first}`)
  })

  test('is noted only once none of those is left that nobody answered for', async () => {
    const { chain, look } = listening([...known, signed('2', 2), sealed('2', at(10))], [first])
    Object.assign(chain.hashes, { 9: hashOf('other 9'), 10: hashOf('other 10') })
    expect(types(await look())).toEqual([`moved ${second}`])
    await expect(look()).rejects.toMatchObject({ code: 4901 })
  })

  test('is not final for a receipt that the node does not give for a moment', async () => {
    const { chain, include, look } = listening(known)
    chain.finalized = 9
    chain.hashes[8] = hashOf('other 8')
    include(first, { block: 8, status: '0x0' })
    include(second, { block: 9 })
    chain.answers = {
      eth_getTransactionReceipt: ([one]: [Hash]) =>
        one === first ? null : (chain.receipts.get(one) ?? null),
    }
    expect(await look()).toEqual([])
    chain.hashes[8] = hashOf('block 8')
    expect(await look()).toEqual([{ type: 'final' }])
  })

  test('tells in one look of all that it dropped', async () => {
    const three = [...known, signed('2', 2), sealed('2', at(9))]
    const { chain, look } = listening(three)
    Object.assign(chain.hashes, { 8: hashOf('other 8'), 9: hashOf('other 9') })
    expect(types(await look()).sort()).toEqual(
      [first, second, third].map((one) => `moved ${one}`).sort(),
    )
  })

  test('tells what was dropped where it ends below the highest one', async () => {
    const { chain, look } = listening(known)
    chain.latest = 8
    chain.hashes[8] = hashOf('other 8')
    expect(await look()).toEqual([{ type: 'moved', hash: first }])
  })

  test('finds the highest one again where it is in a lower block now', async () => {
    const { chain, include, look } = listening(known)
    chain.latest = 8
    include(first, { block: 8 })
    include(second, { block: 8 })
    expect(types(await look())).toEqual([`moved ${second}`, `sealed ${second}`])
  })
})

test('several batches ask for the same blocks once in one look', async () => {
  const { chain, world, include } = openChain()
  const hashes: Hash[] = [hashOf('0'), hashOf('1')]
  hashes.forEach((one) => include(one, { block: 10 }))
  const agreement = createAgreement(world)
  const runCheck = createRunCheck(world)
  const look = createChainReader(world, 31337)
  const about = { look, agreement, runCheck, hasMovedOn: true }
  for (const name of ['0', '1'])
    await observe(world, makeBatch({ mode: 'one' }), fold([signed(name)]), about)
  expect(chain.asked.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(2)
})
