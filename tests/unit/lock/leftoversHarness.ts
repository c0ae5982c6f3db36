import { vi } from 'vitest'
import type { Call } from '@/lib/db'
import type { Allowance, Change, Reset } from '@/lib/db/outcome'
import type { CallAction, DecodedCall } from '@/lib/decode/reading'
import { executor } from '@/lib/delegate/executor'
import { leftoversOf } from '@/lib/lock/leftovers'
import { hasTaken } from '@/lib/lock/operator'
import type { Plan } from '@/lib/simulate/plan'
import { isSpent, isSpentBefore } from '@/lib/simulate/spent'
import { alice, bob } from '../accounts'
import { emptyDatabase } from '../database'
import { givenToken, readingOf } from './givenReadings'

// A test that takes this has to fake the three functions that ask a node: whether an allowance was spent, and whether
// an operator took something.

/** A call, and how it is read. */
export type Told = { call: Call; reading: DecodedCall }

/** Returns a call that does so; each one of its own. */
export const told = (action: CallAction, change: Partial<Call> = {}, isGuess = false): Told => ({
  call: { to: givenToken, value: '0x0', data: '0xab', ...change },
  reading: readingOf(action, isGuess),
})

/** Returns an allowance of 100 that a batch gives, of which 40 are left. */
export const given = (change: Partial<Allowance> = {}): Allowance => ({
  standard: 'ERC20',
  token: givenToken,
  spender: bob,
  before: '0x0',
  left: '0x28',
  ...change,
})

/** Returns one of 100 that stood before a batch, of which 40 are left. */
export const stood = (change: Partial<Allowance> = {}): Allowance =>
  given({ before: '0x64', isOlder: true, ...change })

export const resetOf = (change: Partial<Reset> = {}): Reset => ({
  standard: 'ERC20',
  token: givenToken,
  spender: bob,
  ...change,
})

const planOf = (calls: readonly Call[]): Plan => ({
  chainId: 8453,
  from: alice,
  calls,
  ahead: [],
  mode: 'atomic',
  delegate: executor,
  upgrade: false,
})

/** Returns what is taken back of the allowances that these calls leave, and the plan that was asked about. */
export const leftBy = async (
  all: readonly Told[],
  allowances: Allowance[],
  changes: Change[] = [],
) => {
  const plan = planOf(all.map(({ call }) => call))
  const seen = { allowances, changes }
  const resets = await leftoversOf(plan, seen, (call) => {
    const one = all.find((each) => each.call === call)
    if (!one) throw new Error('a call was read that is not of the batch')
    return one.reading
  })
  return { resets, plan, seen }
}

/** Forgets all, and has nothing be spent or taken. */
export const startLeftovers = async (): Promise<void> => {
  await emptyDatabase()
  vi.mocked(isSpent).mockReset().mockResolvedValue(false)
  vi.mocked(isSpentBefore).mockReset().mockResolvedValue(false)
  vi.mocked(hasTaken).mockReset().mockResolvedValue(false)
}
