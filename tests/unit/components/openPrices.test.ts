import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Total } from '@/components/prices/Total'
import { usePricing } from '@/components/prices/usePricing'
import type { Identified } from '@/components/tokens/sortHoldings'
import type { HeldTokens } from '@/components/tokens/useTokenList'
import { alice } from '../accounts'
import { emptyDatabase } from '../database'
import { usdc } from '../decode/encode'
import { openDom } from './dom'
import { keepPrices } from './keptPrices'

// The page’s line to the background, which the browser alone has.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve({}) }))

const minute = 60_000
const start = new Date(2026, 10, 22, 12, 0).getTime()

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
  await keepPrices(1)
  await show([])
  await says(/Coin and tokens: about \$2,500\.00/)
  await passes(9)
  expect(dom.text()).toMatch(/^Coin and tokens: about \$2,500\.00\. Oldest price from 11:59\sAM\.$/)
  await passes(2)
  expect(dom.text()).toBe('1 price is too old to count.')
  await keepPrices(0)
  await says(/^Coin and tokens: about \$2,500\.00\. Oldest price from 12:11\sPM\.$/)
})

test('a price that its feed does not renew leaves the total, which says so', async () => {
  const almost = 25 * 60 - 3
  await keepPrices(almost)
  await show([token])
  await says(/^Coin and tokens: about \$2,502\.00/)
  await passes(4)
  expect(dom.text()).toMatch(
    /^Coin and tokens: about \$2\.00\. Oldest price from 12:00\sPM\. 1 price is too old to count\.$/,
  )
})

test('what never had a price is no old one', async () => {
  await keepPrices(25 * 60 + 1)
  await show([token])
  await says(
    /^Coin and tokens: about \$2\.00\. Oldest price from 12:00\sPM\. 1 asset has no price\.$/,
  )
})
