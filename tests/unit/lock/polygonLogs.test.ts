import { encodeAbiParameters, numberToHex, pad, type Address, type Hex } from 'viem'
import { expect, test } from 'vitest'
import type { Call } from '@/lib/db'
import type { Receipt } from '@/lib/db/batchEvent'
import { checkCall } from '@/lib/lock/check'
import { resetCalls, withoutLocks } from '@/lib/lock/resets'
import { alice, bob, stranger } from '../accounts'

type Log = Receipt['logs'][number]

const ledger: Address = '0x0000000000000000000000000000000000001010'

/** Selectors of `LogTransfer` and `LogFeeTransfer`. */
const [paid, fee] = [
  '0xe6497e3ee548a3372136af2fcb0696db31fc6cf20260707645068bd3fe97f3c4',
  '0x4dfe1bbbcf077ddc3e01291eea2d5c70c2b422b415d95645b9adcfd678cb1d63',
] as const

const logOf = (event: Hex, from: Address, to: Address, amount: bigint): Log => ({
  address: ledger,
  topics: [event, pad(ledger), pad(from), pad(to)],
  data: encodeAbiParameters(
    [1, 2, 3, 4, 5].map(() => ({ type: 'uint256' })),
    [amount, 0n, 0n, 0n, 0n],
  ),
})

const approval = {
  address: stranger,
  topics: [
    '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
    pad(alice),
    pad(bob),
  ],
  data: pad('0x0'),
} satisfies Log

const least = 10n ** 18n
const locks: Call[] = [
  ...resetCalls([{ standard: 'ERC20', token: stranger, spender: bob }]),
  { to: alice, value: numberToHex(least), data: '0x' },
  checkCall(bob, alice, []),
]

const sent = logOf(paid, alice, bob, 5n)
const toll = logOf(fee, alice, stranger, 7n)

test('a site is told of its own payments and of the fee, as without the lock', () => {
  const own = logOf(paid, alice, alice, least)
  expect(withoutLocks([sent, approval, own, toll], locks)).toEqual([sent, toll])
  expect(withoutLocks([sent, approval], locks)).toEqual([sent])
})

test('the wallet’s own payment goes also where no fee is logged behind it', () => {
  const own = logOf(paid, alice, alice, least)
  expect(withoutLocks([sent, approval, own], locks)).toEqual([sent])
})

test('payments before it that are like a fee stay, each in its place', () => {
  const own = logOf(paid, alice, alice, least)
  const other = logOf(paid, alice, stranger, 6n)
  expect(withoutLocks([sent, other, approval, own, toll], locks)).toEqual([sent, other, toll])
  expect(withoutLocks([sent, other, approval, own], locks)).toEqual([sent, other])
})

test.each([
  ['to somebody else', logOf(paid, alice, bob, least)],
  ['of another amount', logOf(paid, alice, alice, least - 1n)],
  ['logged by somebody else', { ...logOf(paid, alice, alice, least), address: stranger }],
  ['without an amount', { ...logOf(paid, alice, alice, least), data: '0x' as const }],
])('a payment %s is the site’s', (_, one) => {
  expect(withoutLocks([sent, one, toll], locks)).toEqual([sent, one, toll])
})

test('a batch without a lock keeps all of its logs', () => {
  expect(withoutLocks([sent, toll])).toEqual([sent, toll])
})
