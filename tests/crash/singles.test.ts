import { describe, expect, test } from 'vitest'
import type { Effect } from './effects'
import { runMatrix, type Plan } from './crashMatrix'
import { losesStates } from './losesStates'
import { recordsLate } from './recordsLate'
import { sendsEarly } from './sendsEarly'

/** The short forms, with the share of effects that each breaks. `npm run crash` breaks each in each way. */
const ways: [string, Plan, RegExp, number][] = [
  ['broken at every second effect', 'someSingles', /^(?!clock|random)/, 1 / 2],
  ['whose disk is full from any write on, for a while,', 'full', /^write/, 1],
  ['whose clock jumps a year at every second effect', 'someClock', /^clock/, 1 / 2],
]

/** A locked batch goes the way of any other atomic one, and further. */
const names = ['sequence', 'locked', 'revoke'] as const

describe.each(names)('%s', (name) => {
  test.each(ways)(
    'a batch %s is not lost, doubled or misreported',
    async (_, plan, kinds, share) => {
      const wrongs: string[] = []
      const seen: Effect[] = []
      const report = {
        golden: (_name: unknown, effects: readonly Effect[]) => void seen.push(...effects),
        wrong: (line: string) => void wrongs.push(line),
      }
      const figures = await runMatrix([plan], report, undefined, [name])
      expect(wrongs).toEqual([])
      expect(figures).toMatchObject({ lost: 0, doubled: 0, wrong: 0 })
      const hit = seen.filter(({ kind }) => kinds.test(kind))
      expect(hit.length).toBeGreaterThan(0)
      expect(figures.trials).toBe(Math.ceil(hit.length * share))
    },
    300_000,
  )
})

test('a batch of an account in a device, killed after each outward effect, is asked for with the same bytes', async () => {
  const wrongs: string[] = []
  const seen: Effect[] = []
  const report = {
    golden: (_name: unknown, effects: readonly Effect[]) => void seen.push(...effects),
    wrong: (line: string) => void wrongs.push(line),
  }
  const figures = await runMatrix(['kills'], report, undefined, ['deviceAtomic'])
  expect(wrongs).toEqual([])
  expect(figures).toMatchObject({ lost: 0, doubled: 0, wrong: 0 })
  for (const part of ['authorization, 0x34', 'transaction, 0x4'])
    expect(seen.filter(({ name }) => name === `device: ${part}`).length).toBeGreaterThan(0)
  expect(figures.trials).toBeGreaterThanOrEqual(14)
})

test('a batch by QR codes, killed after each outward effect, is asked for with the same bytes', async () => {
  const wrongs: string[] = []
  const seen: Effect[] = []
  const report = {
    golden: (_name: unknown, effects: readonly Effect[]) => void seen.push(...effects),
    wrong: (line: string) => void wrongs.push(line),
  }
  const figures = await runMatrix(['kills'], report, undefined, ['qrPair'])
  expect(wrongs).toEqual([])
  expect(figures).toMatchObject({ lost: 0, doubled: 0, wrong: 0 })
  for (const what of ['codes shown', 'codes read'])
    expect(seen.filter(({ name }) => name === `device: transaction, ${what}`)).toHaveLength(2)
  expect(figures.trials).toBeGreaterThanOrEqual(8)
})

test('a batch of thirty calls in order is not lost, doubled or misreported by kills all along it', async () => {
  const wrongs: string[] = []
  const report = { wrong: (line: string) => void wrongs.push(line) }
  const figures = await runMatrix(['someKills'], report, undefined, ['many'])
  expect(wrongs).toEqual([])
  expect(figures).toMatchObject({ lost: 0, doubled: 0, wrong: 0 })
  expect(figures.trials).toBeGreaterThanOrEqual(6)
})

test('a batch that its lock stops on chain has failed once, whatever breaks', async () => {
  const wrongs: string[] = []
  const report = { wrong: (line: string) => void wrongs.push(line) }
  const figures = await runMatrix(['sends', 'someKills'], report, undefined, ['stopped'])
  expect(wrongs).toEqual([])
  expect(figures).toMatchObject({ lost: 0, doubled: 0, wrong: 0 })
  expect(figures.trials).toBeGreaterThanOrEqual(4)
})

test('a batch whose block the node has lost the state of ends once the wallet has waited for it', async () => {
  const wrongs: string[] = []
  const report = { wrong: (line: string) => void wrongs.push(line) }
  const figures = await runMatrix(['sends'], report, losesStates, ['locked'])
  expect(wrongs).toEqual([])
  expect(figures).toMatchObject({ trials: 3, lost: 0, doubled: 0, wrong: 0, hesitated: 3 })
})

test('a batch that somebody else pays for, killed after each outward effect, ends with the status of its event', async () => {
  const wrongs: string[] = []
  const seen: Effect[] = []
  const report = {
    golden: (_name: unknown, effects: readonly Effect[]) => void seen.push(...effects),
    wrong: (line: string) => void wrongs.push(line),
  }
  const figures = await runMatrix(['kills', 'sends'], report, undefined, ['sponsored'])
  expect(wrongs).toEqual([])
  expect(figures).toMatchObject({ lost: 0, doubled: 0, wrong: 0 })
  expect(seen.filter(({ name }) => name === 'operation')).toHaveLength(1)
  expect(seen.filter(({ name }) => name === 'eth_sendUserOperation')).toHaveLength(1)
  expect(figures.trials).toBeGreaterThanOrEqual(10)
})

test('the same trials catch a wallet that records an operation after it sends it', async () => {
  const report = { wrong: () => undefined }
  const { lost, wrong } = await runMatrix(['sends'], report, recordsLate, ['sponsored'])
  // Its lock keeps the second operation from paying again, but that one's end is told as the batch's.
  expect(lost).toBeGreaterThan(0)
  expect(wrong).toBeGreaterThan(0)
})

test('the same trials catch a wallet that records after it sends', async () => {
  const report = { wrong: () => undefined }
  const { lost, doubled, wrong } = await runMatrix(['sends'], report, recordsLate, names)
  expect(lost + doubled + wrong).toBeGreaterThan(0)
  expect(doubled).toBeGreaterThan(0)
})

test('the same trials catch a wallet that sends what is not on the disk with its yes', async () => {
  const report = { wrong: () => undefined }
  const { wrong } = await runMatrix(['kills'], report, sendsEarly, ['locked'])
  expect(wrong).toBeGreaterThan(0)
})
