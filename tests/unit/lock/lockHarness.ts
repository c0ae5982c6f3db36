import { decodeFunctionData, keccak256, numberToHex, pad, type Address, type Hex } from 'viem'
import { vi } from 'vitest'
import { journal, type Call } from '@/lib/db'
import type { Allowance, Change, Held, Lock } from '@/lib/db/outcome'
import { executor } from '@/lib/delegate/executor'
import { checkAbi, isCheck } from '@/lib/lock/check'
import type { LockChoice } from '@/lib/lock/choice'
import { codeOf } from '@/lib/lock/codes'
import { hooksBite, inexactBy } from '@/lib/lock/hookCanary'
import { leftoversOf } from '@/lib/lock/leftovers'
import { bites, itemBites, keepsTime } from '@/lib/lock/lockCanary'
import { simulateLocked } from '@/lib/lock/lockPlan'
import { leastsOf } from '@/lib/lock/lockReading'
import type { Plan } from '@/lib/simulate/plan'
import type { SimulatedPlan, Token } from '@/lib/simulate/quote'
import { simulatePlan } from '@/lib/simulate/simulatePlan'
import { alice, bob, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'

// A test that takes this has to fake the simulation, what tries the checks, and what finds leftovers.

export const router: Address = '0x6fF5693b99212Da76ad316178A184AB56D299b43'
export const sold: Address = '0x00000000000000000000000000000000000000A1'
export const bought: Address = '0x00000000000000000000000000000000000000b2'
export const ether = 10n ** 18n
export const codeHash = keccak256('0x6001')

export const moves = (
  address: Address,
  direction: Change['direction'],
  amount: bigint,
): Change => ({
  asset: { standard: 'ERC20', address },
  direction,
  amount: numberToHex(amount),
})

export const has = (address: Address, had: bigint): Held => ({
  asset: { standard: 'ERC20', address },
  had: numberToHex(had),
})

export const hasCoin = (had: bigint): Held => ({
  asset: { standard: 'native' },
  had: numberToHex(had),
})

export const tokenOf = (balance: bigint): Token => ({
  symbol: 'KIND',
  decimals: 6,
  balance: numberToHex(balance),
})

/** Allowance of a token to bob that a batch leaves. */
export const leaves = (token: Address, left: Allowance['left']): Allowance => ({
  standard: 'ERC20',
  token,
  spender: bob,
  before: '0x0',
  left,
})

/** The lock of a batch that sells 1,000 of 5,000 units for 10,000 of another token. */
export const usualLock = (change: Partial<Lock> = {}): Lock => ({
  router,
  checkers: [{ address: router, code: codeHash }],
  holds: [hasCoin(ether), has(sold, 5_000n), has(bought, 0n)],
  l1Fee: '0x3e8',
  left: 0,
  ...change,
})

let made = 0n

/** Returns a batch of two calls that no other test has, as the locks of the last ones are kept. */
export const newPlan = (change: Partial<Plan> = {}): Plan => ({
  chainId: 8453,
  from: alice,
  calls: [
    { to: stranger, value: '0x0', data: numberToHex(++made, { size: 32 }) },
    { to: bob, value: '0x0', data: '0x' },
  ],
  ahead: [],
  mode: 'atomic',
  delegate: executor,
  upgrade: false,
  ...change,
})

const seenOf = (plan: Plan, change: Partial<SimulatedPlan>): SimulatedPlan => ({
  // Each call used as much as its place says.
  calls: plan.calls.map((_, index) => ({ status: 'succeeds', gas: numberToHex(index) })),
  verdict: 'succeeds',
  gas: [numberToHex(200_000)],
  changes: [moves(sold, 'out', 1_000n), moves(bought, 'in', 10_000n)],
  payees: [],
  allowances: [],
  unchecked: [],
  tokens: { [sold]: tokenOf(5_000n), [bought]: tokenOf(0n) },
  wei: numberToHex(ether),
  ...change,
})

type Ending = (plan: Plan, locks: readonly Call[]) => Partial<SimulatedPlan>

/** Has each simulation end as usual, apart from what is given for its plan. */
export const ends = (change: Ending) => {
  vi.mocked(simulatePlan).mockImplementation((plan) =>
    Promise.resolve(seenOf(plan, change(plan, locksIn(plan)))),
  )
}

/** Has the same simulations tell nothing of the account's coin. */
export const endsWithoutCoin = (change: Partial<SimulatedPlan> = {}) => {
  vi.mocked(simulatePlan).mockImplementation((plan) => {
    const { wei: _, ...seen } = seenOf(plan, change)
    return Promise.resolve(seen)
  })
}

const locksIn = ({ calls, own }: Plan): readonly Call[] =>
  own ? calls.slice(calls.length - own.behind) : []

/** Returns the plans that were simulated since the last look at them. */
export const simulatedPlans = (): Plan[] => {
  const plans = vi.mocked(simulatePlan).mock.calls.map(([plan]) => plan)
  vi.mocked(simulatePlan).mockClear()
  return plans
}

/** Returns the locks of each plan that was simulated with some since the last look. */
export const triedLocks = () =>
  simulatedPlans().flatMap((plan) => (plan.own ? [locksIn(plan)] : []))

/** Returns what locks pay to the account, demand of tokens, and until when. */
export const demandsOf = (locks: readonly Call[] = []) => {
  const check = locks.at(-1)
  const { args } = decodeFunctionData({ abi: checkAbi, data: check?.data ?? '0x' })
  return {
    pays: locks
      .filter(({ to, data }) => to === alice && data === '0x')
      .map(({ value }) => BigInt(value)),
    leasts: check && isCheck(check) ? leastsOf(check) : undefined,
    until: Number(args[2]),
  }
}

export const pricing = Promise.resolve({ fees: { gasPrice: '0x2' as const }, block: {} })

export const locked = (plan: Plan, choice?: LockChoice) => simulateLocked(plan, pricing, choice)

type Asked = { blockStateCalls: [{ calls: { to: Address }[] }] }

/** Has the node tell the account's balance at each of these addresses, and an L1 fee of 1000. */
export const nodeWith = (balances: Readonly<Record<Address, bigint>> = {}, l1Fee: Hex = '0x3e8') =>
  fakeNode({
    eth_chainId: () => '0x2105',
    eth_getBlockByNumber: () => ({ gasLimit: '0x3938700' }),
    eth_call: () => l1Fee,
    eth_simulateV1: ({ blockStateCalls: [{ calls }] }: Asked) => [
      {
        calls: calls.map(({ to }) => ({
          status: '0x1',
          returnData: numberToHex(balances[to] ?? 0n, { size: 32 }),
        })),
      },
    ],
  })

/** Forgets all but the locks of the last batches; all that checks is there and bites, and nothing is left over. */
export const startLocking = async (): Promise<void> => {
  await emptyDatabase()
  nodeWith()
  vi.mocked(simulatePlan).mockReset()
  ends(() => ({}))
  vi.mocked(codeOf).mockReset().mockResolvedValue(codeHash)
  vi.mocked(keepsTime).mockReset().mockResolvedValue(true)
  vi.mocked(bites).mockReset().mockResolvedValue(true)
  vi.mocked(itemBites).mockReset().mockResolvedValue(true)
  vi.mocked(hooksBite).mockReset().mockResolvedValue(true)
  vi.mocked(inexactBy).mockReset().mockResolvedValue(undefined)
  vi.mocked(leftoversOf).mockReset().mockResolvedValue([])
}

/** Returns a batch whose first call has so many bytes of data. */
export const sizedPlan = (bytes: number): Plan => {
  const plan = newPlan()
  const [first, second] = plan.calls
  if (!first || !second) throw new Error('a batch has two calls')
  return { ...plan, calls: [{ ...first, data: pad(first.data, { size: bytes }) }, second] }
}

/** Has the user watch tokens, of which the account has 5 each. */
export const watches = async (...tokens: Address[]) => {
  for (const [index, address] of tokens.entries())
    await journal.assets.put({
      key: `8453:${index}`,
      chainId: 8453,
      address,
      standard: 'ERC20',
      addedAt: index,
    })
  return nodeWith(Object.fromEntries(tokens.map((token) => [token, 5n])))
}

/** Quotes a batch again, and returns what it is told of with which of its simulations had a lock. */
export const quotedAgain = async (plan: Plan, choice?: LockChoice) => {
  simulatedPlans()
  const seen = await locked(plan, choice)
  return { seen, locks: simulatedPlans().map(({ own }) => own !== undefined) }
}

/** Simulations of a quote with the lock that there was: one, of the very transaction. */
export const onceLocked = [true]

/** Simulations of a quote whose lock holds no more: with it, without any, and with a new one. */
export const lockedAnew = [true, false, true]
