import { createElement } from 'react'
import { numberToHex, type Address } from 'viem'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Tokens } from '@/components/calls/tokenFacts'
import { Receivers } from '@/components/calls/Receivers'
import { PoorTrade } from '@/components/prices/PoorTrade'
import { SignedLines } from '@/components/signing/SignedLines'
import { useIsPoorOrder } from '@/components/prices/useIsPoorOrder'
import { usePricing } from '@/components/prices/usePricing'
import type { Change } from '@/lib/db/outcome'
import { signatureContentOf, type ReadSignature } from '@/lib/decode/signatures/signatureReading'
import type { Quote } from '@/lib/simulate/quote'
import { alice, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { openDom } from './dom'
import { keepPrices } from './keptPrices'

// Test files share modules in a worker: these have to be loaded with this file's fake.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})

// The page’s line to the background, which the browser alone has.
const wallet = vi.hoisted(() => vi.fn((_verb: string) => Promise.resolve({})))
vi.mock('@/components/store/session', () => ({ wallet }))

const usdc: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const tokens: Tokens = {
  [usdc]: { symbol: 'USDC', decimals: 6, balance: '0x0', identity: { is: 'listed' } },
}
const place = { from: alice, chainId: 8453, tokens }
const given = 5_000_000_000n

/** An order of 5,000 USDC for so much ether, in wei. */
const orderFor = (wei: bigint): ReadSignature => ({
  kind: 'read',
  ...signatureContentOf('CoW Protocol', 'trade', {
    deals: [
      {
        leaves: [
          {
            asset: { kind: 'token', address: usdc },
            amount: given,
            from: alice,
            to: null,
            how: 'moves',
            until: null,
          },
        ],
        returns: [{ asset: { kind: 'coin' }, amount: wei, to: alice }],
      },
    ],
  }),
  doubts: [],
})
const Order = ({ reading }: { reading: ReadSignature }) =>
  createElement('p', {}, useIsPoorOrder(reading, place) ? 'poor' : 'fair')

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  wallet.mockClear()
  await emptyDatabase()
  await usePricing.ahead()
  dom = await openDom()
})
afterEach(() => dom.close())

const step = () => dom.settle(() => new Promise((resolve) => setImmediate(resolve)))

const fifth = 2n * 10n ** 17n

test('an order is held against the prices that the node gave, as soon as they are there', async () => {
  await dom.show(Order, { reading: orderFor(fifth) })
  expect(dom.text()).toBe('fair')
  await keepPrices(1)
  while (dom.text() !== 'poor') await step()
  await dom.again({ reading: orderFor(fifth + 10n ** 15n) })
  expect(dom.text()).toBe('fair')
})

test('prices are read for an order of the coin alone, too', async () => {
  const order = orderFor(fifth)
  const deals = order.deals.map((deal) => ({ ...deal, leaves: [] }))
  await dom.show(Order, { reading: { ...order, deals } })
  while (!wallet.mock.calls.some(([verb]) => verb === 'readHoldings')) await step()
})

test('what an order gives and brings is shown with its worth', async () => {
  await keepPrices(1)
  await dom.show(SignedLines, { reading: orderFor(fifth), place })
  while (!dom.text().includes('$5,000')) await step()
  while (!dom.text().includes('$500')) await step()
})

test('and so is a part of what leaves, for its receiver', async () => {
  await keepPrices(1)
  const part: Change = {
    asset: { standard: 'ERC20', address: usdc },
    direction: 'out',
    amount: numberToHex(given),
  }
  const rows = [{ words: 'flow_receivedBy', address: stranger, part } as const]
  await dom.show(Receivers, { rows, more: 0, place, isWhole: () => false })
  while (!dom.text().includes('$5,000')) await step()
})

test('calls are held against prices as an order is', async () => {
  const found = vi.fn<(isPoor: boolean) => void>()
  const quoteOf = (wei: bigint) => {
    const changes: readonly Change[] = [
      { asset: { standard: 'ERC20', address: usdc }, direction: 'out', amount: numberToHex(given) },
      { asset: { standard: 'native' }, direction: 'in', amount: numberToHex(wei) },
    ]
    return { changes } as Quote
  }
  await keepPrices(1)
  await dom.show(PoorTrade, { quote: quoteOf(fifth), place, onFound: found })
  while (found.mock.lastCall?.[0] !== true) await step()
  await dom.again({ quote: quoteOf(fifth + 10n ** 15n), place, onFound: found })
  expect(found).toHaveBeenLastCalledWith(false)
})
