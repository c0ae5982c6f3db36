import { describe, expect, test } from 'vitest'
import { tracedRun } from '@/lib/batch/trace'
import { toError } from '@/lib/rpc/errors'
import { executor } from '@/lib/delegate/executor'
import { alice, bob, stranger } from '../accounts'
import { hashOf, makeBatch } from './batches'
import { openChain, silence } from './fakeChain'

type Frame = { type: string; from: string; to?: string; calls?: Frame[]; error?: string }

const batch = makeBatch({
  mode: 'atomic',
  calls: [
    { to: stranger, value: '0x1', data: '0xAb' },
    { to: bob, value: '0x0', data: '0x' },
  ],
})

const frame = (change: object = {}): Frame => ({
  type: 'CALL',
  from: alice,
  to: stranger,
  ...change,
})
const first = frame({ value: '0x1', input: '0xab' })
const second = frame({ to: bob.toLowerCase(), value: '0x0', input: '0x' })
const top = (...calls: Frame[]) => frame({ to: alice, calls })

const traced = (answer: unknown) => {
  const { chain, world } = openChain()
  chain.answers = { debug_traceTransaction: () => answer }
  return tracedRun(world, batch, hashOf('0'))
}

test('the node is asked for calls of that transaction', async () => {
  const { chain, world } = openChain()
  const asked: unknown[] = []
  chain.answers = {
    debug_traceTransaction: (params: never) => {
      asked.push(params)
      return top()
    },
  }
  await tracedRun(world, batch, hashOf('0'))
  expect(asked).toEqual([[hashOf('0'), { tracer: 'callTracer' }]])
})

describe('a batch ran where its calls were made in order', () => {
  test.each<[string, Frame]>([
    ['and nothing else', top(first, second)],
    [
      'with a value left out where it is none',
      top(first, { ...second, value: undefined } as never),
    ],
    [
      'with an input left out where it is none',
      top(first, { ...second, input: undefined } as never),
    ],
    ['with others between them', top(frame({ to: bob, input: '0x01' }), first, frame(), second)],
    ['that called others', top({ ...first, calls: [frame({ from: stranger, to: bob })] }, second)],
    [
      'under the code of a proxy',
      top(frame({ type: 'DELEGATECALL', to: executor, calls: [first, second] })),
    ],
  ])('%s', async (_, answer) => {
    expect(await traced(answer)).toBe(true)
  })
})

describe('it did not run where nobody was called', () => {
  test.each<[string, Frame]>([
    ['no calls', frame({ to: alice })],
    ['an empty list', top()],
  ])('%s', async (_, answer) => {
    expect(await traced(answer)).toBe(false)
  })
})

describe('nothing is decided where', () => {
  test.each<[string, unknown]>([
    ['one is missing', top(first)],
    ['they are in another order', top(second, first)],
    ['one failed', top(first, { ...second, error: 'execution reverted' })],
    [
      'what they were made by failed',
      top({ ...frame(), error: 'out of gas', calls: [first, second] }),
    ],
    [
      'another account made them',
      top(...[first, second].map((one) => ({ ...one, from: stranger }))),
    ],
    ['they only read', top(...[first, second].map((one) => ({ ...one, type: 'STATICCALL' })))],
    ['a value is another', top({ ...first, value: '0x2' } as never, second)],
    ['data are others', top({ ...first, input: '0xac' } as never, second)],
    ['a recipient is another', top(first, { ...second, to: stranger })],
    ['the whole failed', { ...top(first, second), error: 'execution reverted' }],
    ['the node does not know the transaction', null],
  ])('%s', async (_, answer) => {
    expect(await traced(answer)).toBeNull()
  })

  test('the node does not trace', async () => {
    const { chain, world } = openChain()
    chain.answers = {
      debug_traceTransaction: () => {
        throw toError({
          code: -32601,
          message: 'the method debug_traceTransaction is not available',
        })
      },
    }
    expect(await tracedRun(world, batch, hashOf('0'))).toBeNull()
  })
})

test('silence is asked again', async () => {
  const { chain, world } = openChain()
  chain.answers = { debug_traceTransaction: silence }
  await expect(tracedRun(world, batch, hashOf('0'))).rejects.toMatchObject({ code: 4901 })
})
