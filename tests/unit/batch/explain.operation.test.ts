import { encodeAbiParameters, encodeErrorResult, parseAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { explain } from '@/lib/batch/explain'
import { fold } from '@/lib/batch/state'
import type { Receipt } from '@/lib/db/batchEvent'
import { executorErrors } from '@/lib/delegate/encode'
import { entryPoint } from '@/lib/sponsor/entryPoint'
import { did, hashOf, makeBatch, receiptOf } from './batches'
import { openChain } from './fakeChain'

const because = (data: string) => ({ why: 'reverted', data, size: (data.length - 2) / 2 })

/** Revert data of an executor that names the second call. */
const named = encodeErrorResult({
  abi: executorErrors,
  errorName: 'ExecuteError',
  args: [1n, '0x1234'],
})

const says = (failing: object) => [{ type: 'explained', hash: hashOf('0'), by: 'trace', failing }]

/** Explains an operation that reverted, with all that was asked for it; `whole`: the receipt of its bundle. */
const explained = async (own: Partial<Receipt>, whole?: Partial<Receipt>) => {
  const { chain, world } = openChain()
  const [operation] = fold([did.operation('0')]).transactions
  if (!operation) throw new Error('nothing was signed')
  const receipt = receiptOf(hashOf('0'), { status: '0x0', ...own })
  const bundle = whole && receiptOf(hashOf('bundle'), whole)
  const events = await explain(world, makeBatch({ mode: 'atomic' }), operation, receipt, bundle)
  return { events, asked: chain.asked }
}

describe('a user operation that reverted', () => {
  const topic = '0x1c4fada7374c0a9ee8841fc38afe82932dc0f8e69012e927f061a8bae611a201'
  const logOf = (data: `0x${string}`) => ({
    address: entryPoint,
    topics: [topic, hashOf('0')] as [`0x${string}`, `0x${string}`],
    data: encodeAbiParameters(parseAbiParameters('uint256, bytes'), [7n, data]),
  })

  test('is explained by what the EntryPoint says, and no node is asked', async () => {
    const whole = { logs: [logOf(named)] }
    expect(await explained({}, whole)).toMatchObject({
      events: says({ index: 1, reason: because('0x1234') }),
      asked: [],
    })
  })

  test('names no call where its data do not', async () => {
    const whole = { logs: [logOf('0x12')] }
    expect((await explained({}, whole)).events).toEqual(
      says({ index: null, reason: because('0x12') }),
    )
  })

  test('is not explained where nothing is said', async () => {
    expect(await explained({}, { logs: [] })).toMatchObject({
      events: [],
      asked: [],
    })
  })

  test('is read from its own receipt where there is no whole one', async () => {
    expect((await explained({ logs: [logOf(named)] })).events).toEqual(
      says({ index: 1, reason: because('0x1234') }),
    )
  })
})
