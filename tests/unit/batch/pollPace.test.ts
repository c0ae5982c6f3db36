import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockFingerprint } from '@/lib/batch/blockFingerprint'
import { createPollPace } from '@/lib/batch/pollPace'
import { createRetries } from '@/lib/batch/retries'
import { createChainReader } from '@/lib/batch/chainReader'
import { toError } from '@/lib/rpc/errors'
import { hashOf } from './batches'
import { openChain, silence } from './fakeChain'

const year = 365 * 86_400_000

describe('a head', () => {
  const pending = { number: null, hash: null, gasUsed: '0x1', timestamp: '0x5', transactions: [] }
  const latest = { hash: hashOf('latest') }

  test.each<[string, object]>([
    ['gas', { gasUsed: '0x2' }],
    ['transactions', { transactions: [hashOf('0')] }],
    ['timestamp', { timestamp: '0x6' }],
    ['number', { number: '0x7' }],
    ['hash', { hash: hashOf('pending') }],
  ])('is another where a pre-confirmed block has other %s', (_, change) => {
    expect(blockFingerprint({ ...pending, ...change } as never, latest)).not.toBe(
      blockFingerprint(pending as never, latest),
    )
  })

  test('is another where the latest block is, and with a node that pre-confirms nothing', () => {
    expect(blockFingerprint(null, latest)).not.toBe(
      blockFingerprint(null, { hash: hashOf('next') }),
    )
    expect(blockFingerprint(null, latest)).toBe(blockFingerprint(null, latest))
    expect(blockFingerprint(null, null)).not.toBe(blockFingerprint(null, latest))
  })

  test('is the same where nothing is another', () => {
    expect(blockFingerprint({ ...pending } as never, { ...latest })).toBe(
      blockFingerprint(pending as never, latest),
    )
  })
})

describe('a look', () => {
  test('asks each thing once, whoever wants it', async () => {
    const { chain, world } = openChain()
    const eyes = createChainReader(world, 31337)
    await Promise.all([eyes.head(), eyes.head(), eyes.block('latest'), eyes.receipt(hashOf('0'))])
    await eyes.receipt(hashOf('0'))
    expect(chain.asked).toHaveLength(3)
    await createChainReader(world, 31337).block('latest')
    expect(chain.asked).toHaveLength(4)
  })

  test('has a head without pre-confirmed blocks, and none while the node is silent', async () => {
    const { chain, world } = openChain()
    const usual = world.request
    world.request = (id, method, params) =>
      params[0] === 'pending'
        ? Promise.reject(toError({ code: -32602, message: 'no pending block' }))
        : usual(id, method, params)
    expect(await createChainReader(world, 31337).head()).toContain(hashOf('block 10'))
    chain.answers = { eth_getBlockByNumber: silence }
    await expect(createChainReader(world, 31337).head()).rejects.toMatchObject({ code: 4901 })
  })
})

describe('looking', () => {
  const open = () => {
    const clock = { at: 1_000_000 }
    return { clock, pollPace: createPollPace({ now: () => clock.at }) }
  }

  test('is needed under another head, or 2 s after the last time', () => {
    const { clock, pollPace } = open()
    expect(pollPace.hasMovedOn('a', 'x')).toBe(true)
    pollPace.looked('a', 'x')
    expect(pollPace.hasMovedOn('a', 'x')).toBe(false)
    expect(pollPace.hasMovedOn('a', 'y')).toBe(true)
    expect(pollPace.hasMovedOn('b', 'x')).toBe(true)
    clock.at += 1_999
    expect(pollPace.hasMovedOn('a', 'x')).toBe(false)
    clock.at += 1
    expect(pollPace.hasMovedOn('a', 'x')).toBe(true)
  })

  test('is as often as the node moves, rarer the longer it rests, at most 2 s apart', () => {
    const { clock, pollPace } = open()
    expect(pollPace.pace(1, 200)).toBe(200)
    pollPace.shows(1, 'x')
    clock.at += 8_000
    pollPace.shows(1, 'x')
    expect(pollPace.pace(1, 200)).toBe(1_000)
    expect(pollPace.pace(2, 200)).toBe(200)
    clock.at += 80_000
    expect(pollPace.pace(1, 200)).toBe(2_000)
    pollPace.shows(1, 'y')
    expect(pollPace.pace(1, 200)).toBe(200)
  })

  test('is quick again after something was sent, and never quicker than the node', () => {
    const { clock, pollPace } = open()
    pollPace.shows(1, 'x')
    clock.at += 80_000
    pollPace.stirred(1)
    expect(pollPace.pace(1, 200)).toBe(200)
    expect(pollPace.pace(1, 5_000)).toBe(5_000)
    // Where no block comes, it rests again.
    clock.at += 8_000
    expect(pollPace.pace(1, 200)).toBe(1_000)
  })

  test('never stops, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -year, max: year }), { maxLength: 8 }), (jumps) => {
        const { clock, pollPace } = open()
        pollPace.shows(1, 'x')
        pollPace.looked('a', 'x')
        for (const jump of jumps) {
          clock.at += jump
          const pause = pollPace.pace(1, 200)
          expect(pause).toBeGreaterThanOrEqual(200)
          expect(pause).toBeLessThanOrEqual(2_000)
          if (Math.abs(jump) < 2_000) continue
          if (Math.abs(clock.at - 1_000_000) >= 2_000)
            expect(pollPace.hasMovedOn('a', 'x')).toBe(true)
        }
      }),
    )
  })
})

describe('sending again', () => {
  const hash = hashOf('0')
  const busy = [{ type: 'refused', hash, reason: 'busy' }] as const
  const other = [{ type: 'refused', hash, reason: 'node' }] as const

  /** Returns the pauses between polls, in seconds. */
  const pauses = (
    times: number,
    events: Parameters<ReturnType<typeof createRetries>['tried']>[1],
  ) => {
    let at = 0
    const retries = createRetries({ now: () => at })
    return Array.from({ length: times }, () => {
      retries.tried(hash, events)
      const began = at
      while (!retries.isDue(hash)) at += 500
      return (at - began) / 1000
    })
  }

  test('is ever rarer, down to once a minute', () => {
    expect(pauses(7, other)).toEqual([2, 4, 8, 16, 32, 60, 60])
    expect(pauses(7, [])).toEqual([2, 4, 8, 16, 32, 60, 60])
  })

  test('is no rarer than each 8 s for a delegated account whose turn comes', () => {
    expect(pauses(5, busy)).toEqual([2, 4, 8, 8, 8])
  })

  test.each([-year, year])('is due where the clock jumps by %i ms', (jump) => {
    let at = 2 * year
    const retries = createRetries({ now: () => at })
    expect(retries.isDue(hash)).toBe(true)
    retries.tried(hash)
    expect(retries.isDue(hash)).toBe(false)
    at += jump
    expect(retries.isDue(hash)).toBe(true)
  })

  test('is due at once where it is forgotten', () => {
    const retries = createRetries({ now: () => 0 })
    retries.tried(hash)
    retries.forget(hash)
    expect(retries.isDue(hash)).toBe(true)
  })
})
