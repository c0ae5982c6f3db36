import { encodeAbiParameters, encodeFunctionData, parseAbi, type Address, type Hex } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Total } from '@/components/prices/Total'
import { usePricing } from '@/components/prices/usePricing'
import type { Identified } from '@/components/tokens/sortHoldings'
import type { HeldTokens } from '@/components/tokens/useTokenList'
import { cache } from '@/lib/db'
import { holdingsKey } from '@/lib/holdings/holdings'
import feeds from '@/lib/listed/feeds.json'
import type { Answers } from '@/lib/listed/prices'
import { alice } from '../accounts'
import { emptyDatabase } from '../database'
import { usdc } from '../decode/encode'
import { openDom } from './dom'

// The page’s line to the background, which the browser alone has.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve({}) }))

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

const base = feeds['8453']
const minute = 60_000
const start = new Date(2026, 10, 22, 12, 0).getTime()

/** The answers of a feed of Base, priced so many minutes ago. */
const answersOf = ([feed = '', name = '']: string[], price: bigint, minutes: number): Answers => {
  const to = feed as Address
  return [
    [to, dataOf('description'), encodeAbiParameters([{ type: 'string' }], [name])],
    [to, dataOf('decimals'), encodeAbiParameters([{ type: 'uint8' }], [8])],
    [to, dataOf('latestRoundData'), round(price, 1, (Date.now() - minutes * minute) / 1000)],
  ]
}

/** Keeps what the node has just answered. */
const keep = (coinMinutes: number) =>
  cache.facts.put({
    key: holdingsKey(8453, alice),
    value: {
      native: '0xde0b6b3a7640000',
      assets: [],
      answers: [
        [base.sequencer, dataOf('latestRoundData'), round(0n, 1, 1)],
        ...answersOf(base.feeds.native, 250_000_000_000n, coinMinutes),
        ...answersOf(base.feeds['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'], 100_000_000n, 0),
      ],
    },
    at: Date.now(),
  })

const token: Identified = {
  standard: 'ERC20',
  address: usdc,
  amount: '0x1e8480',
  isWatched: false,
  isOwn: false,
  token: { symbol: 'USDC', decimals: 6 },
  identity: { is: 'listed' },
}

const list = (known: Identified[]): HeldTokens => ({
  holdings: { native: '0xde0b6b3a7640000', assets: [] },
  at: start,
  problem: undefined,
  again: () => undefined,
  hidden: [],
  tokens: { known, unknown: [] },
})

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  await emptyDatabase()
  await usePricing.ahead()
  dom = await openDom()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: start })
})
afterEach(async () => {
  await dom.close()
  vi.useRealTimers()
})

const step = () => dom.settle(() => new Promise((resolve) => setImmediate(resolve)))

const says = async (text: RegExp) => {
  while (!text.test(dom.text())) await step()
}

const passes = (minutes: number) =>
  dom.settle(() => {
    vi.advanceTimersByTime(minutes * minute)
  })

const show = (known: Identified[]) =>
  dom.show(Total, { chainId: 8453, account: alice, decimals: 18, list: list(known) })

test('answers that nobody renewed stop counting while the screen stays open', async () => {
  await keep(1)
  await show([])
  await says(/About \$2,500\.00/)
  await passes(9)
  expect(dom.text()).toMatch(/^About \$2,500\.00\. Oldest price from 11:59\.$/)
  await passes(2)
  expect(dom.text()).toBe('1 price is too old to count.')
  await keep(0)
  await says(/^About \$2,500\.00\. Oldest price from 12:11\.$/)
})

test('a price that its feed does not renew leaves the total, which says so', async () => {
  const almost = 25 * 60 - 3
  await keep(almost)
  await show([token])
  await says(/^About \$2,502\.00/)
  await passes(4)
  expect(dom.text()).toBe('About $2.00. Oldest price from 12:00. 1 price is too old to count.')
})

test('what never had a price is no old one', async () => {
  await keep(25 * 60 + 1)
  await show([token])
  await says(/^About \$2\.00\. Oldest price from 12:00\. 1 asset has no price\.$/)
})
