import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeAbiParameters, encodeFunctionData, parseAbi, type Address, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { priceReads, pricesIn, valueOf, type Answers } from '@/lib/listed/prices'
import feeds from '@/lib/listed/feeds.json'

const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 a, int256 b, uint256 c, uint256 d, uint80 e)',
])
const dataOf = (functionName: 'decimals' | 'description' | 'latestRoundData') =>
  encodeFunctionData({ abi, functionName })
const round = (answer: bigint, startedAt: number, updatedAt: number): Hex =>
  encodeAbiParameters(
    ['uint80', 'int256', 'uint256', 'uint256', 'uint80'].map((type) => ({ type })),
    [1n, answer, BigInt(startedAt), BigInt(updatedAt), 1n],
  )

const now = 1_800_000_000
const base = feeds['8453']
const [coinFeed = '', coinName = ''] = base.feeds.native
const sequencer = base.sequencer as Address
const price = 250_012_000_000n

/** Answers of Base's coin feed and its sequencer's feed when all is well; any part of them replaced. */
const answersOf = ({
  feed = coinFeed,
  name = coinName,
  decimals = 8,
  latest = round(price, now - 20, now - 14),
  up = round(0n, now - 86_400, now - 20),
}: {
  feed?: string
  name?: string
  decimals?: number
  latest?: Hex | undefined
  up?: Hex
}): Answers => [
  [sequencer, dataOf('latestRoundData'), up],
  [feed as Address, dataOf('description'), encodeAbiParameters([{ type: 'string' }], [name])],
  [feed as Address, dataOf('decimals'), encodeAbiParameters([{ type: 'uint8' }], [decimals])],
  [feed as Address, dataOf('latestRoundData'), latest],
]

const nativeOf = (answers: Answers, chainId = 8453) => pricesIn(chainId, answers, now).get('native')

test('the coin’s price is what its feed says, with the time of that', () => {
  expect(nativeOf(answersOf({}))).toEqual({ price, at: now - 14 })
  expect(valueOf(15n * 10n ** 17n, 18, { price, at: now })).toBe(375_018_000_000n)
  expect(valueOf(1n, 18, { price, at: now })).toBe(0n)
})

describe('no price is shown', () => {
  test.each<[string, Answers]>([
    ['where nothing was answered', []],
    ['where the feed calls itself another pair', answersOf({ name: 'BTC / USD' })],
    ['where its name only begins alike', answersOf({ name: `${coinName} ` })],
    ['where it counts in other decimals', answersOf({ decimals: 18 })],
    ['where it is negative', answersOf({ latest: round(-price, now, now) })],
    ['where it is zero', answersOf({ latest: round(0n, now, now) })],
    ['where it is stale', answersOf({ latest: round(price, now, now - 25 * 3600 - 1) })],
    ['where it was never updated', answersOf({ latest: round(price, 0, 0) })],
    ['where it comes from the future', answersOf({ latest: round(price, now, now + 601) })],
    ['where the answer is cut short', answersOf({ latest: '0x01' })],
    ['where the answer is empty', answersOf({ latest: '0x' })],
    ['where another contract answers', answersOf({ feed: `0x${'11'.repeat(20)}` })],
    ['while the sequencer is down', answersOf({ up: round(1n, now - 86_400, now) })],
    ['just after the sequencer came back', answersOf({ up: round(0n, now - 3_599, now) })],
    ['where nobody told of the sequencer yet', answersOf({ up: round(0n, 0, now) })],
    ['where the sequencer’s feed is silent', answersOf({}).slice(1)],
  ])('%s', (_, answers) => {
    expect(nativeOf(answers)).toBeUndefined()
  })

  test('on a chain without a list', () => {
    expect(nativeOf(answersOf({}), 84532)).toBeUndefined()
    expect(priceReads(84532, [])).toEqual([])
  })
})

test('only feeds of what is held are asked, and the sequencer’s', () => {
  const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
  const thrice = (feed: string | undefined) => [feed, feed, feed]
  expect(priceReads(8453, []).map(({ to }) => to)).toEqual([sequencer, ...thrice(coinFeed)])
  const [feed] = base.feeds[usdc]
  expect(priceReads(8453, [usdc.toLowerCase() as Address]).map(({ to }) => to)).toEqual([
    sequencer,
    ...thrice(coinFeed),
    ...thrice(feed),
  ])
})

test('a rollup whose sequencer has a feed is never read without it', () => {
  expect(Object.entries(feeds).flatMap(([id, one]) => ('sequencer' in one ? [id] : []))).toEqual([
    '10',
    '8453',
    '42161',
  ])
})

test('a price makes no approval easier: dangers, locks, simulations and the signer know none', () => {
  const lib = join(import.meta.dirname, '../../../lib')
  const files = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name))
  const users = files(lib).filter((file) =>
    /listed\/prices|feeds\.json/.test(readFileSync(file, 'utf8')),
  )
  expect(users).toEqual([join(lib, 'listed/prices.ts')])
  const guards = ['approvals', 'lock', 'fees', 'send'].flatMap((name) =>
    files(join(lib, '../components', name)),
  )
  // These two can only add a doubt, and the last shows what a fee is worth.
  const adding = /\.\.\/prices\/((PoorTrade|useIsPoorOrder)'|Worth'\)\)\.FeeWorth)/g
  const textOf = (file: string) => readFileSync(file, 'utf8').replaceAll(adding, '')
  expect(guards.filter((file) => /\.\.\/prices\/|listed\/prices/.test(textOf(file)))).toEqual([])
})
