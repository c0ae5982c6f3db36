import { numberToHex, type Address, type Hex } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Changes } from '@/components/calls/Changes'
import { guardOf, guardOn } from '@/components/calls/guard'
import type { Change, Held, Lock } from '@/lib/db/outcome'
import { acceptedOutcome, hashOutcome } from '@/lib/simulate/acceptedOutcome'
import type { Quote } from '@/lib/simulate/quote'
import { alice, bob } from '../accounts'
import { emptyDatabase } from '../database'
import { openDom } from './dom'

// The price of a line is loaded with it, and asks the background.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve(null) }))

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  await emptyDatabase()
  dom = await openDom()
})
afterEach(() => dom.close())

const token: Address = '0x00000000000000000000000000000000000070c3'
const asset = { standard: 'ERC20', address: token } as const
const unit = 10n ** 6n
const ether = 10n ** 18n

const lockOf = (held: Held['asset'], had: bigint, l1Fee: Hex): Lock => ({
  router: bob,
  checkers: [],
  holds: [{ asset: held, had: numberToHex(had) }],
  l1Fee,
  left: 0,
})

const lock = lockOf(asset, 1_000n * unit, '0x0')

const quoteOf = (parts: Partial<Quote>): Quote =>
  ({
    mode: 'atomic',
    verdict: 'succeeds',
    changes: [],
    payees: [],
    allowances: [],
    parties: [],
    unchecked: [],
    gas: ['0x1'],
    fees: { gasPrice: '0x1' },
    ceiling: '0x1',
    l1Fee: '0x0',
    tokens: {},
    account: { kind: 'executor', delegate: null },
    ...parts,
  }) as Quote

/** The text of a line after it got worse twice within a second and then better: Approve stands for the worst. */
const lineOf = async (
  direction: Change['direction'],
  amounts: readonly [bigint, bigint, bigint, bigint],
  held: Lock | undefined,
): Promise<string> => {
  const isCoin = held?.holds[0]?.asset.standard === 'native'
  const quotes = amounts.map((amount) => {
    const change: Change = {
      asset: isCoin ? { standard: 'native' } : asset,
      direction,
      amount: numberToHex(isCoin ? amount * ether : amount * unit),
    }
    return quoteOf({ changes: [change], ...(held ? { lock: held } : {}) })
  })
  const [first, ...rest] = quotes.map((quote) => {
    const outcome = acceptedOutcome(quote)
    return { outcome, hash: hashOutcome(outcome) }
  })
  if (!first) throw new Error('nothing was shown')
  const guard = rest.reduce((last, one, at) => guardOn(last, one, at * 300), guardOf(first))
  const quote = quotes.at(-1)
  const tokens = { [token]: { symbol: 'USDC', decimals: 6, identity: { is: 'listed' } as const } }
  await dom.show(Changes, { calls: [], quote, guard, from: alice, chainId: 31337, tokens })
  await vi.waitFor(async () => {
    await dom.settle(() => new Promise((resolve) => setTimeout(resolve)))
    expect(dom.text()).toContain(isCoin ? 'ETH' : 'USDC')
  })
  return dom.text()
}

test.each([
  ['arrives', 'in', [100n, 80n, 60n, 90n], 'You receive at least+59.7 USDCOr nothing happens'],
  ['leaves', 'out', [100n, 120n, 140n, 110n], 'You send at most−140.7 USDCOr nothing happens'],
] as const)(
  'a bounded line has one limit, the lock’s: what %s',
  async (_, direction, amounts, line) => {
    const text = await lineOf(direction, amounts, lock)
    expect(text).toContain(line)
    expect(text.match(/at (least|most)/gi)).toHaveLength(1)
  },
)

test('a bounded line without a lock has the worst amount as its limit', async () => {
  const text = await lineOf('in', [100n, 80n, 60n, 90n], undefined)
  expect(text).toContain('You receive at least+60 USDC')
  expect(text).not.toMatch(/nothing happens/i)
})

test('a bounded line of the coin keeps the worst amount beside its floor, which has the fees in it', async () => {
  const coin = lockOf({ standard: 'native' }, 1_000n * ether, numberToHex(ether / 2n))
  const text = await lineOf('in', [100n, 80n, 60n, 90n], coin)
  expect(text).toContain('You receive at least+60 ETH')
  expect(text).toMatch(/at least 58\.[0-9]+ ETH/i)
})
