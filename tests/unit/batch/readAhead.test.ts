import { expect, test } from 'vitest'
import { createReadAhead } from '@/lib/batch/readAhead'
import { executor } from '@/lib/delegate/executor'
import { alice, bob } from '../accounts'

const lane = { chainId: 8453, from: alice, upgrade: false }
const count = [8453, 'eth_getTransactionCount', [alice, 'pending']] as const
const code = [8453, 'eth_getCode', [alice, 'pending']] as const

/** A node whose every answer has a number of its own, and a clock that the test moves. */
const made = () => {
  const asked: string[] = []
  const clock = { now: 5_000, wait: new Promise<void>(() => undefined) }
  const world = {
    request: (...question: unknown[]) => Promise.resolve(asked.push(JSON.stringify(question))),
    now: () => clock.now,
    wait: () => clock.wait,
  }
  const ahead = createReadAhead(world)
  const ask = ([chainId, method, params]: typeof count | typeof code) =>
    ahead.request(chainId, method, [...params])
  return { ahead, ask, asked, clock, world }
}

test('what signing reads is asked for once, ahead of it', async () => {
  const { ahead, ask, asked } = made()
  ahead.begin(lane)
  expect(asked).toHaveLength(5)
  expect([await ask(count), await ask(code)]).toEqual([3, 5])
  expect(asked).toHaveLength(5)
})

test('all is asked for in one request, where the node takes that', async () => {
  const { ahead, ask, asked, world } = made()
  const together: [number, readonly unknown[]][] = []
  Object.assign(world, {
    together: (chainId: number, questions: readonly unknown[]) => {
      together.push([chainId, questions])
      return questions.map((_, index) => Promise.resolve(index))
    },
  })
  ahead.begin(lane)
  expect([await ask(count), await ask(code)]).toEqual([2, 4])
  expect(together).toEqual([
    [
      8453,
      [
        ['eth_chainId', []],
        ['eth_getBlockByNumber', ['0x0', false]],
        ['eth_getTransactionCount', [alice, 'pending']],
        ['eth_getTransactionCount', [alice, 'latest']],
        ['eth_getCode', [alice, 'pending']],
      ],
    ],
  ])
  expect(asked).toEqual([])
})

test('an answer is used once: the next transaction of a batch reads anew', async () => {
  const { ahead, ask } = made()
  ahead.begin(lane)
  expect([await ask(count), await ask(count)]).toEqual([3, 6])
})

test('no answer is used once something has happened to a batch', async () => {
  const { ahead, ask } = made()
  ahead.begin(lane)
  ahead.clear()
  expect(await ask(code)).toBe(6)
})

test.each([
  [999, 3],
  [1_000, 6],
  [-1_000, 6],
])('an answer that was asked for %s ms ago is number %s', async (ms, number) => {
  const { ahead, ask, clock } = made()
  ahead.begin(lane)
  clock.now += ms
  expect(await ask(count)).toBe(number)
})

test('the answers are those of the account that was approved last, and of no other', async () => {
  const { ahead, ask } = made()
  ahead.begin(lane)
  ahead.begin({ ...lane, from: bob })
  expect(await ask(count)).toBe(11)
})

test('a node that fails is told to whoever signs, and asked again by the next', async () => {
  const { ahead, ask, world } = made()
  const { request } = world
  world.request = () => Promise.reject(new Error('silent'))
  ahead.begin(lane)
  await expect(ask(count)).rejects.toThrow('silent')
  world.request = request
  expect(await ask(count)).toBe(1)
})

test('the contracts of an upgrade and of locks are asked for beside the account', () => {
  const { ahead, asked } = made()
  ahead.begin({ ...lane, upgrade: true, checkers: [{ address: bob, code: '0x12' }] })
  expect(asked.slice(5)).toEqual(
    [executor, bob].map((address) => JSON.stringify([8453, 'eth_getCode', [address, 'latest']])),
  )
  ahead.begin(lane)
  expect(asked).toHaveLength(12)
})

test('all is there once every answer is, and not where one fails or takes too long', async () => {
  const { ahead, clock, world } = made()
  ahead.begin(lane)
  expect(await ahead.isHere(250, Promise.resolve())).toBe(true)
  world.request = () => Promise.reject(new Error('no answer'))
  ahead.begin(lane)
  expect(await ahead.isHere(250, Promise.resolve())).toBe(false)
  world.request = () => new Promise(() => undefined)
  clock.wait = Promise.resolve()
  ahead.begin(lane)
  expect(await ahead.isHere(250, Promise.resolve())).toBe(false)
})

test('not all is there while what is waited for beside the answers is not', async () => {
  const { ahead, clock } = made()
  clock.wait = Promise.resolve()
  ahead.begin(lane)
  expect(await ahead.isHere(250, new Promise(() => undefined))).toBe(false)
  expect(await ahead.isHere(250, Promise.reject(new Error('no genesis')))).toBe(false)
})

test('what is to be here is asked of nobody: not what was used, is old or was never asked', async () => {
  const { ahead, asked, clock } = made()
  const here = ([chainId, method, params]: typeof count | typeof code) =>
    ahead.here(chainId, method, [...params])
  ahead.begin(lane)
  expect(await here(count)).toBe(3)
  await expect(here(count)).rejects.toThrow('not asked ahead')
  clock.now += 1_000
  await expect(here(code)).rejects.toThrow('not asked ahead')
  expect(asked).toHaveLength(5)
})
