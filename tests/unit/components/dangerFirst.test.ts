import { maxUint256, numberToHex } from 'viem'
import { beforeAll, expect, test, vi } from 'vitest'
import { useContractNames } from '@/components/calls/useContractNames'
import type { Call } from '@/lib/db'
import type { Outcome } from '@/lib/db/outcome'
import type { Quote } from '@/lib/simulate/quote'
import { alice, bob, stranger } from '../accounts'
import { encode, usdc } from '../decode/encode'
import { change, outcome, token } from '../simulate/outcomes'
import { approve, call, eth, unknown } from './callSamples'
import { firstGlance, glanceLines } from './firstGlance'

// The page's line to the background, which the browser alone has.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve({}) }))

// Drawn without a browser, so that no effect would load them.
beforeAll(() => useContractNames.ahead())

const swap = [change(token(usdc), -5_000_000), change({ standard: 'native' }, 1)]

const quoteOf = (parts: Partial<Outcome>) =>
  ({
    ...outcome(parts),
    tokens: { [usdc]: { symbol: 'USDC', decimals: 6, balance: numberToHex(6_000_000) } },
    parties: [],
    gas: ['0x1'],
    account: { kind: 'executor', delegate: null },
  }) as unknown as Quote

const asked = (calls: Call[]) => ({ from: alice, chainId: 31337, calls })

const linesOf = (calls: Call[], parts: Partial<Outcome>) =>
  firstGlance(quoteOf(parts), asked(calls))

const right = call(unknown, encode('setAuthorization(address,bool)', [stranger, true]))
const unlimited = call(usdc, approve(maxUint256))
const limited = call(usdc, approve(5_000_000n))
const large = call(usdc, approve(7_000_000n))

test.each([
  ['a right', right],
  ['an allowance without a limit', unlimited],
  ['an allowance above the balance', large],
])('%s that only the calls tell stands above what moves', (_, one) => {
  const lines = linesOf([one], { changes: swap, unchecked: ['allowances'] })
  const flow = lines.findIndex((line) => line.startsWith('You send'))
  expect(lines[0]).toMatch(/^Not checked/)
  expect(flow).toBe(2)
  expect(lines.filter((line) => line.startsWith('Not checked'))).toHaveLength(1)
})

test('an allowance with a limit stands below what moves', () => {
  const lines = linesOf([limited], { changes: swap, unchecked: ['allowances'] })
  expect(lines[0]).toMatch(/^You send/)
  expect(lines.at(-1)).toMatch(/^You allow spending of 5 USDC/)
})

test('whoever is paid, and may take all by the word of a call, is written out where that stands', () => {
  const pay = call(bob, '0x', eth)
  const quote = quoteOf({
    changes: [change({ standard: 'native' }, -1)],
    payees: [{ of: 'native', to: [{ address: bob, amount: '0x1' }] }],
    unchecked: ['allowances'],
  })
  const lines = glanceLines(quote, asked([pay, unlimited]))
  const written = lines.filter((line) => line.includes('Read out the whole address'))
  expect(written).toHaveLength(1)
  expect(written[0]).toContain('You allow')
})

test('where nothing could be simulated, rights stand first, then allowances without a limit', () => {
  const all = [call(stranger, '0x', eth), unlimited, right]
  const lines = linesOf(all, { changes: [], unchecked: ['changes', 'allowances'] })
  expect(lines).toEqual([
    `${stranger} can act for you at ${unknown}`,
    `You allow spending of unlimited USDC by ${bob}`,
    `You send 1 ETH to ${stranger}`,
  ])
})
