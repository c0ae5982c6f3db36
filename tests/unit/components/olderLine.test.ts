import { numberToHex } from 'viem'
import { beforeAll, expect, test, vi } from 'vitest'
import { useContractNames } from '@/components/calls/useContractNames'
import type { Allowance } from '@/lib/db/outcome'
import type { Quote } from '@/lib/simulate/quote'
import { alice, stranger } from '../accounts'
import { allowance, outcome, usdc } from '../simulate/outcomes'
import { firstGlance } from './firstGlance'

// The page's line to the background, which the browser alone has.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve({}) }))

// Drawn without a browser, so that no effect would load them.
beforeAll(() => useContractNames.ahead())

const linesOf = (one: Allowance) =>
  firstGlance(
    {
      ...outcome({ changes: [], allowances: [one] }),
      tokens: { [usdc]: { symbol: 'USDC', decimals: 6 } },
      parties: [],
      gas: ['0x1'],
      account: { kind: 'executor', delegate: null },
    } as unknown as Quote,
    { from: alice, chainId: 31337, calls: [] },
  )

test('what is left of an older allowance is told from what the batch gives', () => {
  const left = 900_000_000n
  const older = allowance(left, { before: numberToHex(2n * left), isOlder: true })
  expect(linesOf(older)).toContain(`Can still be taken, as allowed before 900 USDC by ${stranger}`)
  expect(linesOf(allowance(left))).toContain(`Can be taken later 900 USDC by ${stranger}`)
})

const first = (left: bigint, parts: Partial<Allowance> = {}) =>
  firstGlance(
    {
      ...outcome({ allowances: [allowance(left, parts)] }),
      tokens: { [usdc]: { symbol: 'USDC', decimals: 6, balance: numberToHex(100_000_000n) } },
      parties: [],
      gas: ['0x1'],
      account: { kind: 'executor', delegate: null },
    } as unknown as Quote,
    { from: alice, chainId: 31337, calls: [] },
  )[0]

test('an allowance above what the account holds stands above what moves, and no smaller or older one does', () => {
  expect(first(100_000_001n)).toMatch(/^Can be taken later 100\.000001 USDC/)
  expect(first(100_000_000n)).toMatch(/^You send/)
  expect(first(100_000_001n, { isOlder: true })).toMatch(/^You send/)
})
