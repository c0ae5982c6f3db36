import { numberToHex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { append, stateOf } from '@/lib/batch/journal'
import { gapEvents, missingNonces } from '@/lib/batch/nonceGap'
import { areFree } from '@/lib/batch/takenBack'
import type { Event } from '@/lib/db/batchEvent'
import { rpcError, toError } from '@/lib/rpc/errors'
import { alice } from '../accounts'
import { emptyDatabase } from '../database'
import { openAbove, putFloor, storeBeside } from './aboveGap'
import { did } from './batches'

beforeEach(emptyDatabase)

const error = rpcError('chainDisconnected')

describe('the count of an account', () => {
  test('is asked of the node at its newest block', async () => {
    const { world, batch, state, asked } = await openAbove()
    await missingNonces(world, batch, state)
    expect(asked).toEqual([[alice, 'latest']])
  })

  test.each<[string, unknown, number[]]>([
    ['in capital letters', '0XA', []],
    ['of one digit', '0x7', [7]],
    ['of zero', '0x0', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['that is missing: it is not 0', null, []],
    ['that is no text', 7, []],
    ['without its 0x', '7', []],
    ['with more behind it', '0x7 ', []],
    ['with more before it', ' 0x7', []],
  ])('%s', async (_, latest, missing) => {
    const { world, batch, state, counts } = await openAbove()
    counts.latest = latest
    expect(await missingNonces(world, batch, state)).toEqual(missing)
  })

  test('has digits and letters', async () => {
    const { world, batch, state, counts } = await openAbove(did.signed('x', 0, { nonce: 28 }))
    counts.latest = '0x1a'
    expect(await missingNonces(world, batch, state)).toEqual([26, 27])
  })

  test.each<[string, ({ value: unknown } | { error: unknown })[], number[]]>([
    ['is the highest', [{ value: '0x6' }, { value: '0x7' }, { value: '0x5' }], [7]],
    ['is that of those that answer', [{ error }, { value: '0x6' }], [6, 7]],
    ['is that of those that tell one', [{ value: '0x6 ' }, { value: '0x6' }], [6, 7]],
    ['is unknown where none answers, and nothing is missing', [{ error }, { error }], []],
  ])('of several RPCs %s', async (_, answers, missing) => {
    const { world, batch, state, asked } = await openAbove()
    const every: unknown[] = []
    world.every = (...of) => {
      every.push(of)
      return Promise.resolve(answers)
    }
    expect(await missingNonces(world, batch, state)).toEqual(missing)
    expect(every).toEqual([[31337, 'eth_getTransactionCount', [alice, 'latest']]])
    expect(asked).toEqual([])
  })
})

type Behind = Extract<Event, { type: 'behind' }>

const behind = (missing: number[], change: Partial<Behind> = {}): Behind => ({
  type: 'behind',
  missing,
  isWaiting: false,
  isGap: false,
  ...change,
})

const gap = { isGap: true }

describe('what a batch is told to wait for', () => {
  test.each<[string, Event[], number, Event[]]>([
    ['is new', [], 0, [behind([5, 6, 7])]],
    ['is no gap after just less than a minute', [], 59_999, [behind([5, 6, 7])]],
    ['is a gap after a minute', [], 60_000, [behind([5, 6, 7], gap)]],
    ['is told once', [behind([5, 6, 7])], 1, []],
    ['is told again as a gap', [behind([5, 6, 7])], 60_000, [behind([5, 6, 7], gap)]],
    ['is told once as a gap', [behind([5, 6, 7], gap)], 60_000, []],
    ['stays a gap though something happened just now', [behind([5, 6, 7], gap)], 1, []],
    ['is told again where it is less', [behind([4, 5, 6, 7])], 1, [behind([5, 6, 7])]],
    ['is told again where its end is over', [behind([5, 6, 7, 9])], 1, [behind([5, 6, 7])]],
    ['is told again where it is more', [behind([5, 6])], 1, [behind([5, 6, 7])]],
    ['is told again where it is other', [behind([4, 6, 7])], 1, [behind([5, 6, 7])]],
    ['stays a gap where it is less', [behind([4, 5, 6], gap)], 1, [behind([5, 6, 7], gap)]],
  ])('%s', async (_, known, later, events) => {
    const { chain, world, batch, state } = await openAbove(...known)
    chain.now += later
    expect(await gapEvents(world, batch, state)).toEqual(events)
  })

  test.each([
    ['0x7', false],
    ['0x8', true],
  ])('is waiting where the pool has the highest of it (%s)', async (pending, isWaiting) => {
    const { world, batch, state, counts, asked } = await openAbove()
    counts.pending = pending
    expect(await gapEvents(world, batch, state)).toEqual([behind([5, 6, 7], { isWaiting })])
    expect(asked).toEqual([
      [alice, 'latest'],
      [alice, 'pending'],
    ])
  })

  test('is over once nothing is missing any more', async () => {
    const { world, batch, state, counts } = await openAbove(behind([5, 6, 7], gap))
    counts.latest = '0x8'
    expect(await gapEvents(world, batch, state)).toEqual([behind([])])
  })

  test('is nothing where nothing was and is missing', async () => {
    const { world, batch, state, counts, asked } = await openAbove()
    counts.latest = '0x8'
    expect(await gapEvents(world, batch, state)).toEqual([])
    expect(asked).toHaveLength(1)
  })

  test('leaves out what sealed blocks have shown as used, until it is a gap', async () => {
    const { chain, world, batch, state } = await openAbove()
    await putFloor(batch, 7)
    expect(await gapEvents(world, batch, state)).toEqual([behind([7])])
    await putFloor(batch, 8)
    expect(await gapEvents(world, batch, state)).toEqual([])
    chain.now += 60_000
    expect(await gapEvents(world, batch, state)).toEqual([behind([5, 6, 7], gap)])
  })

  test('is named a gap in time though each second answer is a node’s that lags', async () => {
    const { chain, world, batch, counts } = await openAbove()
    world.every = () => Promise.resolve([{ value: '0x5' }, { value: '0x6' }])
    const told: Event[] = []
    for (let look = 0; look < 12; look++) {
      counts.latest = look % 2 ? '0x5' : '0x6'
      const events = await gapEvents(world, batch, await stateOf(batch.key))
      await append(batch.key, events, chain.now)
      told.push(...events)
      chain.now += 10_000
    }
    expect(told).toMatchObject([
      { missing: [6, 7], isGap: false },
      { missing: [6, 7], isGap: true },
    ])
  })

  test('is asked of every RPC before it is named a gap, and of one before', async () => {
    const { chain, world, batch, state } = await openAbove()
    let asked = 0
    world.every = () => {
      asked++
      return Promise.resolve([{ value: '0x7' }])
    }
    expect(await gapEvents(world, batch, state)).toEqual([behind([5, 6, 7])])
    expect(asked).toBe(0)
    chain.now += 60_000
    expect(await gapEvents(world, batch, state)).toEqual([behind([7], gap)])
    expect(asked).toBe(1)
  })

  test('asks no other RPC where the node has no gap', async () => {
    const { chain, world, batch, state, counts } = await openAbove()
    counts.latest = '0x8'
    world.every = () => Promise.reject(new Error('nobody else was to be asked'))
    chain.now += 60_000
    expect(await gapEvents(world, batch, state)).toEqual([])
  })
})

/** An RPC's count in its newest, its final and a deep block, and its newest block; `error` where it is silent. */
type Rpc = { latest: unknown; finalized: unknown; deep?: unknown; head?: [number, number] }

describe('a nonce that sealed blocks had used, asked of RPCs that do not tell all', () => {
  const now = 1_100
  const noTag = toError({
    code: -32602,
    message: 'invalid argument 1: hex string without 0x prefix',
  })
  const noFinal = toError({ code: -32000, message: 'finalized block not found' })
  const slow = rpcError('limitExceeded')
  const other = toError({ code: -32000, message: 'header not found' })
  const fresh: [number, number] = [100, now]

  const free = async (rpcs: Rpc[]) => {
    const { world, batch } = await openAbove()
    await putFloor(batch, 8)
    const blocks: unknown[] = []
    world.every = (_chain, method, [first, tag]) => {
      const answers = rpcs.map(({ deep = error, head = fresh, ...counts }) => {
        if (method === 'eth_getBlockByNumber' && first === 'latest')
          return counts.latest === error
            ? error
            : { number: numberToHex(head[0]), timestamp: numberToHex(head[1]) }
        return tag === 'latest' || tag === 'finalized' ? counts[tag] : deep
      })
      if (String(tag).startsWith('0x')) blocks.push(tag)
      return Promise.resolve(
        answers.map((value) => (value instanceof Error ? { error: value } : { value })),
      )
    }
    return { isFree: await areFree(world, batch, [5, 6]), blocks }
  }

  test.each<[string, Rpc[], unknown]>([
    ['one does not know the tag', [{ latest: '0x5', finalized: noTag, deep: '0x5' }], '0x24'],
    ['one has no final block', [{ latest: '0x5', finalized: noFinal, deep: '0x4' }], '0x24'],
    [
      'the chain is short',
      [{ latest: '0x5', finalized: noTag, deep: '0x0', head: [64, now] }],
      '0x0',
    ],
    [
      'the deep block is that below the highest',
      [
        { latest: '0x5', finalized: noTag, deep: '0x5' },
        { latest: '0x5', finalized: '0x5', head: [110, now] },
      ],
      '0x2e',
    ],
  ])('is free where %s', async (_, rpcs, block) => {
    expect(await free(rpcs)).toEqual({ isFree: true, blocks: [block] })
  })

  const silent: Rpc = { latest: error, finalized: error }
  const whole: Rpc = { latest: '0x5', finalized: '0x5' }

  test.each<[string, boolean, Rpc[]]>([
    ['a silent one beside a fresh one', true, [silent, whole]],
    ['one that falls silent beside a fresh one', true, [{ ...whole, finalized: error }, whole]],
    ['a silent one beside an old one', false, [silent, { ...whole, head: [100, now - 601] }]],
    ['a silent one beside one that has it final', false, [silent, { ...whole, finalized: '0x6' }]],
    ['silent ones alone', false, [silent, silent]],
    ['one that asks to slow down', false, [{ ...whole, finalized: slow }, whole]],
    ['one that lacks the block', false, [{ ...whole, finalized: other }, whole]],
    [
      'one that has it used before it falls silent',
      false,
      [{ latest: '0x6', finalized: error }, whole],
    ],
    ['one whose deep block has it used', false, [{ ...whole, finalized: noTag, deep: '0x6' }]],
    ['one without a deep block', false, [{ ...whole, finalized: noTag, deep: other }]],
    ['one without any count', false, [{ latest: null, finalized: '0x5' }, whole]],
  ])('with %s: %s', async (_, isFree, rpcs) => {
    expect((await free(rpcs)).isFree).toBe(isFree)
  })
})

describe('a nonce that sealed blocks had used is free again', () => {
  const free = async (answers: Record<string, unknown[]>, missing = [6, 5], floor = 8) => {
    const { world, batch } = await openAbove()
    await putFloor(batch, floor)
    const asked: unknown[] = []
    world.every = (_chain, _method, [, tag]) => {
      asked.push(tag)
      const values = answers[String(tag)] ?? []
      return Promise.resolve(values.map((value) => (value === error ? { error } : { value })))
    }
    return { isFree: await areFree(world, batch, missing), asked }
  }
  const asked = ['latest', 'finalized']

  test('where no RPC has its count above the lowest, in a newest or final block', async () => {
    const answers = { latest: ['0x5', '0x4'], finalized: ['0x5', '0x0'] }
    expect(await free(answers)).toEqual({ isFree: true, asked })
  })

  test.each<[string, Record<string, unknown[]>]>([
    ['one has it above in the newest block', { latest: ['0x5', '0x6'], finalized: ['0x5'] }],
    ['one has it above in a final block', { latest: ['0x5'], finalized: ['0x5', '0x6'] }],
    ['one does not answer', { latest: ['0x5', error], finalized: ['0x5'] }],
    ['one tells no count', { latest: ['0x5'], finalized: [null] }],
  ])('but not where %s', async (_, answers) => {
    expect((await free(answers)).isFree).toBe(false)
  })

  test.each([5, 4])('without a question where none of them was used (below %s)', async (floor) => {
    expect(await free({}, [6, 5], floor)).toEqual({ isFree: true, asked: [] })
  })

  test('only after a question where the lowest of them was', async () => {
    expect((await free({ latest: ['0x6'], finalized: ['0x5'] }, [6, 5], 6)).isFree).toBe(false)
  })
})

test('a batch whose transactions are all in blocks waits for nothing', async () => {
  const { world, asked } = await openAbove()
  const through = await storeBeside([did.signed('0', 0, { nonce: 7 }), did.included('0')])
  const state = await stateOf(through.key)
  expect(await gapEvents(world, through, state)).toEqual([])
  expect(await missingNonces(world, through, state)).toEqual([])
  expect(asked).toEqual([])
})
