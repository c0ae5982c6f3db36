import { keccak256, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { stateOf } from '@/lib/batch/journal'
import { callsStatus } from '@/lib/batch/status'
import { delegation, executor } from '@/lib/delegate/executor'
import { toError } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'
import { codeAnswers } from '../delegate/executorCode'
import { storeBatch } from './batches'
import { forgotten, openChain, silence } from './fakeChain'
import { codeOf, lookOn, start, types } from './runnerHarness'

beforeEach(emptyDatabase)

const ours = delegation(executor)

const stumbles = [
  [-32000, 'header not found'],
  [-32016, 'over rate limit'],
  [-32603, 'Internal error'],
  [-32602, 'block not found'],
] as const

/** Opens an atomic batch whose upgrade is sealed in block 11, on a node whose answers a test may change. */
const sealed = async () => {
  const place = start(openChain())
  const { chain, include, runner } = place
  const code = codeAnswers().eth_getCode as (params: Hex[]) => unknown
  let isUpgraded = false
  const codeAt = (params: Hex[]) => {
    if (params[0] === executor) return code(params)
    return isUpgraded && params[1] !== '0xa' ? ours : '0x'
  }
  chain.answers.eth_getCode = codeAt
  const batch = await storeBatch({ mode: 'atomic', upgrade: true })
  await runner.advance()
  isUpgraded = true
  chain.count += 2
  include(keccak256(chain.sent[0] ?? '0x'), { block: 11, gasUsed: '0x186a0' })
  chain.latest = 11
  return { ...place, batch, codeAt }
}

/** Lets a method fail `times` times at numbered blocks. */
const failing = (
  times: number,
  code: number,
  message: string,
  then: (params: Hex[]) => unknown,
) => {
  let left = times
  return (params: Hex[]) => {
    if (!String(params[1]).startsWith('0x') || params[0] === executor || left-- <= 0)
      return then(params)
    throw toError({ code, message })
  }
}

describe.each(stumbles)('a node that stumbles with %i %s at the seal', (code, message) => {
  test.each(['eth_getTransactionCount', 'eth_getCode'])('once, at %s', async (method) => {
    const { chain, batch, codeAt, ...place } = await sealed()
    const usual = method === 'eth_getCode' ? codeAt : () => `0x${chain.count.toString(16)}`
    chain.answers[method] = failing(1, code, message, usual)
    await place.runner.look(31337)
    expect(await codeOf(batch)).toBe(100)
    await lookOn({ ...place, chain })
    expect(await codeOf(batch)).toBe(200)
  })
})

test.each([
  ['first seen in its sealed block', 11],
  ['seen before in the pre-confirmed block', 10],
])('an upgrade is not told as pre-confirmed once it is sealed: %s', async (_, latest) => {
  const { chain, batch, codeAt, ...place } = await sealed()
  chain.answers.eth_getCode = failing(Infinity, -32000, 'header not found', codeAt)
  chain.latest = latest
  await place.runner.look(31337)
  chain.latest = 11
  await lookOn({ ...place, chain })
  const told = callsStatus(batch, await stateOf(batch.key))
  expect(told).toMatchObject({ status: 100, receipts: [{ blockNumber: '0xb' }] })
  expect(told).not.toHaveProperty('capabilities')
})

test('what no node can tell for five minutes is 600, and is corrected once one can', async () => {
  const { chain, batch, codeAt: _, ...place } = await sealed()
  const count = () => `0x${chain.count.toString(16)}`
  const failed = failing(Infinity, -32000, 'header not found', count)
  chain.answers.eth_getTransactionCount = failed
  await lookOn({ ...place, chain }, 5)
  expect(await codeOf(batch)).toBe(100)
  await lookOn({ ...place, chain })
  expect(await codeOf(batch)).toBe(600)
  chain.answers.eth_getTransactionCount = count
  await lookOn({ ...place, chain })
  expect(await codeOf(batch)).toBe(200)
  expect((await types(batch)).at(-1)).toBe('sealed')
})

test('what is decided last before the end is decided, and the end comes after it', async () => {
  const { chain, batch, codeAt, ...place } = await sealed()
  chain.answers.eth_getCode = forgotten
  await lookOn({ ...place, chain })
  expect(await codeOf(batch)).toBe(600)
  chain.answers.eth_getCode = codeAt
  chain.finalized = 11
  await lookOn({ ...place, chain }, 2)
  expect(await codeOf(batch)).toBe(200)
  expect((await types(batch)).slice(-2)).toEqual(['sealed', 'final'])
})

describe('with several RPCs', () => {
  type Answers = { value: unknown } | { error: unknown }
  const withEvery = async (answers: (method: string) => Answers[]) => {
    const scene = await sealed()
    const { chain, world } = scene
    chain.answers.eth_getCode = failing(Infinity, -32000, 'missing trie node', scene.codeAt)
    world.every = (_chain, method) => Promise.resolve(answers(method))
    return scene
  }
  const gone = { error: toError({ code: -32000, message: 'missing trie node' }) }
  const later = { error: toError({ code: -32000, message: 'header not found' }) }

  test('one that knows the state decides', async () => {
    const { batch, runner } = await withEvery(() => [gone, { value: ours }])
    await runner.look(31337)
    expect(await codeOf(batch)).toBe(200)
  })

  test('one that may yet know it is waited for', async () => {
    const { batch, runner } = await withEvery(() => [gone, later])
    await runner.look(31337)
    expect(await codeOf(batch)).toBe(100)
  })

  test('nobody is waited for once the state is gone everywhere', async () => {
    const { batch, runner } = await withEvery(() => [gone, gone])
    await runner.look(31337)
    expect(await codeOf(batch)).toBe(600)
  })
})

test('silence decides nothing', async () => {
  const { chain, batch, codeAt, ...place } = await sealed()
  chain.answers.eth_getCode = (params: Hex[]) =>
    params[1]?.startsWith('0x') ? silence() : codeAt(params)
  await place.runner.look(31337).catch(() => undefined)
  expect(await codeOf(batch)).toBe(100)
})
