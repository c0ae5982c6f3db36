import { maxUint256 } from 'viem'
import { beforeAll, expect, test, vi } from 'vitest'
import { useContractNames } from '@/components/calls/useContractNames'
import type { Call } from '@/lib/db'
import type { Outcome } from '@/lib/db/outcome'
import type { Quote } from '@/lib/simulate/quote'
import { alice, bob, stranger } from '../accounts'
import { encode, usdc } from '../decode/encode'
import { change, outcome, token } from '../simulate/outcomes'
import { approve, call, eth, unknown } from './callSamples'
import { firstGlance } from './firstGlance'

// The page's line to the background, which the browser alone has.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve({}) }))

// Drawn without a browser, so that no effect would load them.
beforeAll(() => useContractNames.ahead())

const swap = [change(token(usdc), -5_000_000), change({ standard: 'native' }, 1)]

const linesOf = (calls: Call[], parts: Partial<Outcome>) =>
  firstGlance(
    {
      ...outcome(parts),
      tokens: { [usdc]: { symbol: 'USDC', decimals: 6 } },
      parties: [],
      gas: ['0x1'],
      account: { kind: 'executor', delegate: null },
    } as unknown as Quote,
    { from: alice, chainId: 31337, calls },
  )

const right = call(unknown, encode('setAuthorization(address,bool)', [stranger, true]))
const unlimited = call(usdc, approve(maxUint256))
const limited = call(usdc, approve(5_000_000n))

test.each([
  ['a right', right],
  ['an allowance without a limit', unlimited],
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

test('where nothing could be simulated, rights stand first, then allowances without a limit', () => {
  const all = [call(stranger, '0x', eth), unlimited, right]
  const lines = linesOf(all, { changes: [], unchecked: ['changes', 'allowances'] })
  expect(lines).toEqual([
    `${stranger} can act for you at ${unknown}`,
    `You allow spending of unlimited USDC by ${bob}`,
    `You send 1 ETH to ${stranger}`,
  ])
})
