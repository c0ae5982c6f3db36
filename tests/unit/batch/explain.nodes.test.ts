import { encodeErrorResult } from 'viem'
import { describe, expect, test } from 'vitest'
import { explain } from '@/lib/batch/explain'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { fold } from '@/lib/batch/state'
import type { Receipt } from '@/lib/db/batchEvent'
import { executorErrors } from '@/lib/delegate/encode'
import { delegation, executor } from '@/lib/delegate/executor'
import { toError } from '@/lib/rpc/errors'
import { alice, bob, stranger } from '../accounts'
import { did, hashOf, makeBatch, receiptOf } from './batches'
import { forgotten, openChain, silence } from './fakeChain'
import { revoking } from './runnerHarness'

type Answer = () => unknown

const refuses =
  (message: string, more: { code?: number; data?: string } = {}): Answer =>
  () => {
    throw toError({ code: -32000, message, ...more })
  }

const reverts = (data: string): Answer => refuses('execution reverted', { code: 3, data })

const because = (data: string) => ({ why: 'reverted', data, size: (data.length - 2) / 2 })

/** Revert data of an executor that names the second call. */
const named = encodeErrorResult({
  abi: executorErrors,
  errorName: 'ExecuteError',
  args: [1n, '0x1234'],
})

const says = (by: 'trace' | 'run', failing?: object) => [
  { type: 'explained', hash: hashOf('0'), by, ...(failing ? { failing } : {}) },
]

const answerOf = async (node: Answer) => {
  try {
    return { value: await node() }
  } catch (error) {
    return { error }
  }
}

/** A scene: `run` and `trace`, answers of the preferred node; `nodes`, those of all of them to a run. */
type Place = {
  terms?: Partial<FrozenTerms>
  run?: Answer
  trace?: Answer
  nodes?: Answer[]
  signed?: Parameters<typeof did.signed>[2]
  receipt?: Partial<Receipt>
}

/** Explains a transaction that reverted in block 10, with all that was asked for it. */
const explained = async ({ run, trace, nodes, signed, ...place }: Place) => {
  const { chain, world } = openChain()
  const runs: unknown[] = []
  const everywhere: string[] = []
  chain.answers = {
    eth_call: (params) => {
      runs.push(params)
      return (run ?? (() => '0x'))()
    },
    ...(trace ? { debug_traceTransaction: trace } : {}),
  }
  if (nodes)
    world.every = (_, method) => {
      // None of them traces.
      if (method !== 'eth_call') return Promise.resolve([])
      everywhere.push(method)
      return Promise.all(nodes.map(answerOf))
    }
  const [transaction] = fold([did.signed('0', 0, signed)]).transactions
  if (!transaction) throw new Error('nothing was signed')
  const failed = { status: '0x0' as const, ...place.receipt }
  const receipt = receiptOf(hashOf('0'), failed)
  const batch = makeBatch(place.terms ?? { mode: 'atomic' })
  const events = await explain(world, batch, transaction, receipt)
  return { events, runs, everywhere, asked: chain.asked }
}

describe('nothing is asked and nothing said', () => {
  test.each<[string, Place]>([
    ['of what succeeded', { receipt: { status: '0x1' } }],
    ['of a cancellation', { signed: { kind: 'cancel' } }],
    ['of a revocation', { terms: revoking }],
  ])('%s', async (_, place) => {
    expect(await explained(place)).toMatchObject({ events: [], asked: [] })
  })
})

const frame =
  (change: object = {}) =>
  () => ({
    type: 'CALL',
    from: alice,
    to: stranger,
    error: 'execution reverted',
    ...change,
  })

describe('the reason that a trace gives', () => {
  test.each<[string, object, object]>([
    ['is the data that came back', { output: '0xab', error: 'out of gas' }, because('0xab')],
    ['is the gas, in the words of one node', { error: 'out of gas' }, { why: 'all gas' }],
    ['is the gas, in those of another', { error: 'OutOfGas' }, { why: 'all gas' }],
    [
      'is the balance, in the words of one node',
      { error: 'insufficient balance for transfer' },
      { why: 'balance' },
    ],
    ['is the balance, in those of another', { error: 'Insufficient funds' }, { why: 'balance' }],
    ['is no more than that it reverted', { output: '0x' }, because('0x')],
    ['is nothing of other words', { error: 'gas out' }, because('0x')],
  ])('%s', async (_, change, reason) => {
    const place: Place = { terms: { mode: 'one' }, trace: frame(change) }
    expect((await explained(place)).events).toEqual(says('trace', { index: 0, reason }))
  })

  test('is about the call that it was of, in order', async () => {
    const { events, runs } = await explained({
      terms: { mode: 'sequence' },
      signed: { index: 1 },
      trace: frame({ output: named }),
    })
    expect(events).toEqual(says('trace', { index: 1, reason: because(named) }))
    expect(runs).toEqual([])
  })

  test('is about that call also where the account made another one within it', async () => {
    const within = { ...frame({ value: '0x1', input: '0x', output: '0x77' })(), error: 'reverted' }
    const { events } = await explained({
      terms: { mode: 'sequence' },
      signed: { index: 1 },
      trace: frame({ output: '0x12', calls: [within] }),
    })
    expect(events).toEqual(says('trace', { index: 1, reason: because('0x12') }))
  })

  test('is left to a run where the trace shows no error, or no node has one', async () => {
    const run = reverts('0x12')
    const failing = { index: 0, reason: because('0x12') }
    const terms = { mode: 'one' } as const
    const fine = frame({ error: undefined })
    expect((await explained({ terms, run, trace: fine })).events).toEqual(says('run', failing))
    expect((await explained({ terms, run, trace: () => null })).events).toEqual(
      says('run', failing),
    )
  })

  test('names no call of an atomic batch whose trace has neither calls nor data', async () => {
    const { events } = await explained({ trace: frame({ to: alice }) })
    expect(events).toEqual(says('trace', { index: null, reason: because('0x') }))
  })
})

describe('a run', () => {
  const code = { [alice]: { code: delegation(executor) } }

  test('of an upgrade is with the code that it sets, and of none without', async () => {
    const upgrade = await explained({ signed: { upgrade: true } })
    expect(upgrade.runs).toEqual([[expect.anything(), '0x9', code]])
    const plain = await explained({})
    expect(plain.runs).toEqual([[expect.anything(), '0x9']])
    const single = await explained({ terms: { mode: 'one' }, signed: { upgrade: true } })
    expect(single.runs).toEqual([[expect.anything(), '0x9']])
  })

  test('of a call in order is that call, and so is what fails', async () => {
    const { runs, events } = await explained({
      terms: {
        mode: 'sequence',
        calls: [
          { to: stranger, value: '0x1', data: '0x' },
          { to: bob, value: '0x2', data: '0x12' },
        ],
        gas: ['0x1', '0xffff'],
      },
      signed: { index: 1 },
      run: reverts(named),
    })
    expect(runs).toEqual([
      [{ from: alice, to: bob, value: '0x2', data: '0x12', gas: '0xffff' }, '0x9'],
    ])
    expect(events).toEqual(says('run', { index: 1, reason: because(named) }))
  })

  test('of a deployment names nobody who is called', async () => {
    const { runs } = await explained({
      terms: { mode: 'one', calls: [{ to: null, value: '0x0', data: '0x60' }] },
    })
    expect(runs).toEqual([[{ from: alice, value: '0x0', data: '0x60', gas: '0x5208' }, '0x9']])
  })

  test.each([
    ['atomic', null],
    ['one', 0],
  ] as const)('of what the account could not pay says so (%s)', async (mode, index) => {
    const run = refuses('insufficient funds for gas * price + value')
    expect((await explained({ terms: { mode }, run })).events).toEqual(
      says('run', { index, reason: { why: 'balance' } }),
    )
  })

  test('through another wallet’s executor names no call', async () => {
    const delegate = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B' as const
    const { events } = await explained({
      terms: { mode: 'atomic', delegate },
      run: reverts(named),
    })
    expect(events).toEqual(says('run', { index: null, reason: because(named) }))
  })

  test('is asked of the preferred node alone where that can tell', async () => {
    const nodes = [reverts('0x34')]
    expect(await explained({ run: reverts('0x12'), nodes })).toMatchObject({ everywhere: [] })
    expect(await explained({ nodes })).toMatchObject({ events: says('run'), everywhere: [] })
  })

  test('is asked of all where the preferred one has no such state, and the first that knows counts', async () => {
    const unknown = refuses('header not found')
    const nodes = [forgotten, unknown, reverts('0x12'), reverts('0x34')]
    expect(await explained({ run: forgotten, nodes })).toMatchObject({
      events: says('run', { index: null, reason: because('0x12') }),
      everywhere: ['eth_call'],
    })
  })

  test('that succeeds on another node explains nothing, and that is known', async () => {
    const nodes = [forgotten, () => '0x', reverts('0x34')]
    expect((await explained({ run: forgotten, nodes })).events).toEqual(says('run'))
  })

  test.each<[string, Answer, Answer[]]>([
    ['all have forgotten', forgotten, [forgotten, forgotten]],
    ['none is there', forgotten, []],
    ['one fails in some other way', refuses('header not found'), [reverts('0x12')]],
    [
      'one fails without the words of a node',
      () => {
        throw new Error('execution reverted')
      },
      [reverts('0x12')],
    ],
    ['the preferred one is silent', silence, [reverts('0x12')]],
  ])('says nothing where %s', async (_, run, nodes) => {
    const place: Place = { terms: { mode: 'one' }, run, nodes }
    expect((await explained(place)).events).toEqual([])
  })
})
