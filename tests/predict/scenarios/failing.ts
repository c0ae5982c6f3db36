import { encodeErrorResult, parseAbi, type Hex } from 'viem'
import { ether, people, type Scenario } from '../scenario.ts'

const { bob, stranger } = people

const wrapped = encodeErrorResult({
  abi: parseAbi(['error ExecuteError(uint256 index, bytes reason)']),
  errorName: 'ExecuteError',
  args: [0n, '0x12345678'],
})

/** A scenario with one call of `Failing`, and the reason that the quote must name. */
const failures: [name: string, args: unknown[], reason: RegExp][] = [
  ['words', ['the well is dry'], /the well is dry/],
  ['panic', [], /Panic|50|0x32|out of bounds/i],
  ['divide', [0n], /Panic|18|0x12|zero/i],
  ['custom', [], /0x|Custom/],
  ['silent', [], /silent/],
  ['raw', ['0x01'], /0x01/],
  ['raw', ['0x12345678' + '00'.repeat(64)], /0x12345678/],
  // Revert data that imitate the executor's error must not decide which call is named.
  ['raw', [wrapped], /./],
  ['long', [100_000n], /./],
  ['burn', [], /./],
  ['invalid', [], /./],
]

const inTheMiddle = failures.map(([name, args, reason], index): Scenario => ({
  name: `fails by ${name} (${index})`,
  fails: 1,
  reason,
  calls: ({ call, pay }) => [
    call('usdc', 'transfer', [bob, 3n]),
    call('Failing', name, args),
    pay(stranger, 4n),
  ],
}))

const atEach = [0, 1, 2, 3].map((at): Scenario => ({
  name: `fails at call ${at} of 4`,
  fails: at,
  reason: /not this one/,
  inEveryWay: true,
  calls: ({ call, pay }) =>
    [pay(bob, 1n), call('dai', 'transfer', [bob, 2n]), pay(stranger, 3n), pay(bob, 4n)].map(
      (other, index) => (index === at ? call('Failing', 'words', ['not this one']) : other),
    ),
}))

const beyond = [0, 1, 2].map((at): Scenario => ({
  name: `sends more than there is at call ${at} of 3`,
  fails: at,
  reason: /balance|fund/i,
  calls: ({ pay }) =>
    [pay(bob, 1n), pay(stranger, 3n), pay(bob, 4n)].map((other, index) =>
      index === at ? pay(stranger, 20_000n * ether) : other,
    ),
}))

const gas = (count: number): { gas: Hex } => ({ gas: `0x${count.toString(16)}` })

/** Batches with a call that fails, each in another way. */
export const failing: readonly Scenario[] = [
  ...atEach,
  ...inTheMiddle,
  ...beyond,
  {
    name: 'one call fails',
    fails: 0,
    reason: /alone/,
    calls: ({ call }) => [call('Failing', 'words', ['alone'])],
  },
  {
    name: 'two calls fail',
    fails: 1,
    reason: /first/,
    calls: ({ call, pay }) => [
      pay(bob, 1n),
      call('Failing', 'words', ['first']),
      call('Failing', 'words', ['second']),
    ],
  },
  {
    name: 'takes no ether',
    fails: 1,
    reason: /closed/,
    calls: ({ pay, at }) => [pay(bob, 10n), pay(at('Closed'), 1n)],
  },
  {
    name: 'the second call leaves too little for the third',
    fails: 2,
    reason: /ERC20InsufficientBalance/,
    calls: ({ call }) => [
      call('dai', 'transfer', [bob, 6_000n * ether]),
      call('dai', 'transfer', [bob, 3_000n * ether]),
      call('dai', 'transfer', [bob, 3_000n * ether]),
    ],
  },
  {
    name: 'ether that the calls before have spent',
    fails: 2,
    reason: /balance|fund/i,
    calls: ({ pay }) => [pay(bob, 6_000n * ether), pay(bob, 10n), pay(bob, 6_000n * ether)],
  },
  {
    name: 'more gas than is needed, by the site',
    calls: ({ call, pay }) => [
      { ...call('usdc', 'transfer', [bob, 3n]), ...gas(300_000) },
      pay(bob, 4n),
    ],
  },
  {
    name: 'one call with the site’s gas',
    calls: ({ call }) => [{ ...call('usdc', 'transfer', [bob, 3n]), ...gas(80_000) }],
  },
  {
    name: 'too little gas, by the site',
    inEveryWay: true,
    // The executor cannot limit the gas of a single call.
    fails: ({ mode }) => (mode === 'atomic' ? undefined : 1),
    calls: ({ call, pay }) => [
      pay(bob, 4n),
      { ...call('usdc', 'transfer', [stranger, 3n]), ...gas(30_000) },
    ],
  },
  {
    name: 'one call with too little gas, by the site',
    fails: 0,
    calls: ({ call }) => [{ ...call('usdc', 'transfer', [stranger, 3n]), ...gas(30_000) }],
  },
]
