import { maxUint256, numberToHex, type Address, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  doubtsOfCost,
  doubtsOfMessage,
  doubtsOfNetwork,
  doubtsOfQuote,
} from '@/components/approvals/doubts'
import { namesFrom } from '@/components/calls/names'
import { dangerOf, type Doubt } from '@/lib/approvals/danger'
import type { Allowance } from '@/lib/db/outcome'
import { multicall3 } from '@/lib/decode/contracts'
import type { SignInMismatch } from '@/lib/decode/siwe'
import type { Quote } from '@/lib/simulate/quote'
import { alice, bob, stranger } from '../accounts'
import { allowance, usdc } from '../simulate/outcomes'

const calm: Pick<Quote, 'verdict' | 'unchecked' | 'parties' | 'allowances' | 'tokens'> = {
  verdict: 'succeeds',
  unchecked: [],
  parties: [{ address: stranger, isNew: true }],
  allowances: [allowance(5n)],
  tokens: { [usdc]: { symbol: 'USDC', decimals: 6, balance: numberToHex(1_000n) } },
}

test.each<[string, Partial<typeof calm>, Doubt[]]>([
  ['succeeds', {}, []],
  ['fails', { verdict: 'fails' }, ['fails']],
  ['fails, and nothing was seen', { verdict: 'fails', unchecked: ['changes'] }, ['fails']],
  ['nobody can simulate', { verdict: 'unknown' }, ['unchecked']],
  ['changes what nobody saw', { unchecked: ['changes'] }, ['unchecked']],
  ['was tried call by call alone', { unchecked: ['transaction'] }, ['unchecked']],
  ['was seen but for its allowances', { unchecked: ['allowances', 'order', 'price'] }, []],
  [
    'pays a look-alike',
    { parties: [{ address: stranger, isNew: true, resembles: bob }] },
    ['look-alike receiver'],
  ],
  ['allows all', { allowances: [allowance('all')] }, ['unlimited allowance', 'unnamed allowance']],
  [
    'makes somebody the operator of a collection',
    { allowances: [{ ...allowance('all'), standard: 'ERC1155' }] },
    ['given right'],
  ],
  [
    'allows all there can be',
    { allowances: [allowance(maxUint256)] },
    ['unlimited allowance', 'unnamed allowance'],
  ],
  [
    'uses what was allowed before',
    {
      allowances: [
        allowance('all', { before: 'all', isOlder: true }),
        allowance('all', { before: 'all', isOlder: true, standard: 'ERC721' }),
      ],
    },
    [],
  ],
])('a batch that %s', (_, over, doubts) => {
  expect(doubtsOfQuote({ ...calm, ...over })).toEqual(doubts)
})

test.each<[string, Allowance, Doubt[]]>([
  ['exactly the balance', allowance(1_000n), ['unnamed permit']],
  ['half of it', allowance(500n), ['unnamed permit']],
  ['less than half', allowance(499n), []],
  ['the balance, used up by the batch', allowance(0n), []],
  ['the balance, by Permit2', allowance(1_000n, { standard: 'Permit2' }), ['unnamed permit']],
  [
    'one less than all that Permit2 counts',
    allowance(2n ** 160n - 2n, { standard: 'Permit2' }),
    ['unlimited allowance', 'unnamed allowance'],
  ],
  ['more than any token has', allowance(2n ** 128n), ['unlimited allowance', 'unnamed allowance']],
  ['an item', allowance(1n, { standard: 'ERC721', tokenId: '0x7' }), ['unnamed permit']],
  ['an item no longer', allowance(0n, { standard: 'ERC721', tokenId: '0x7' }), []],
  ['some of a token that nobody counted', allowance(1n, { token: bob }), ['unnamed permit']],
  ['what stood before', allowance(1_000n, { isOlder: true }), []],
])('a batch that leaves an unnamed address %s', (_, left, doubts) => {
  expect(doubtsOfQuote({ ...calm, allowances: [left] })).toEqual(doubts)
  const isSpender = (address: Address) => address === stranger
  const named = doubtsOfQuote({ ...calm, allowances: [left] }, isSpender)
  expect(dangerOf(named)).not.toBe('two steps')
})

const nobody = () => false

test('an allowance without limit to Multicall3, which anybody drives, takes two steps', () => {
  const { isSpender } = namesFrom(nobody, (address) => [multicall3, stranger].includes(address))
  const given = (spender: Address) =>
    dangerOf(doubtsOfQuote({ ...calm, allowances: [allowance('all', { spender })] }, isSpender))
  expect(given(multicall3)).toBe('two steps')
  expect(given(stranger)).toBe('look')
})

describe('an allowance without limit, by the name of who has it', () => {
  const isNamed = (address: Address) => address === stranger
  const given = (...spenders: Address[]) => ({
    ...calm,
    allowances: spenders.map((spender) => ({ ...allowance('all'), spender })),
  })

  test('one to an address without a name is as hard to approve as a batch that fails', () => {
    expect(dangerOf(doubtsOfQuote(given(bob), isNamed))).toBe(
      dangerOf(doubtsOfQuote({ ...calm, verdict: 'fails' }, isNamed)),
    )
  })

  test('one to somebody with a name takes a look', () => {
    expect(doubtsOfQuote(given(stranger), isNamed)).toEqual(['unlimited allowance'])
    expect(dangerOf(doubtsOfQuote(given(stranger), isNamed))).toBe('look')
  })

  test('one with a name does not speak for another without', () => {
    expect(doubtsOfQuote(given(stranger, bob), isNamed)).toContain('unnamed allowance')
  })

  test('an operator’s right takes two steps, whatever his name', () => {
    const operator = { ...allowance('all'), standard: 'ERC721', spender: stranger } as const
    expect(dangerOf(doubtsOfQuote({ ...calm, allowances: [operator] }, isNamed))).toBe('two steps')
  })

  test('one with a limit has no such doubt', () => {
    expect(doubtsOfQuote(calm, isNamed)).toEqual([])
  })
})

test('what is still asked for raises no doubt of its own: there is no Approve yet', () => {
  expect(doubtsOfQuote(undefined)).toEqual([])
})

/** A quote whose fee meets each bound exactly: 60 wei of gas and 40 of the L1, at 10 wei a gas. */
const cost: NonNullable<Parameters<typeof doubtsOfCost>[0]> = {
  ceiling: '0x3c',
  l1Fee: '0x28',
  fees: { maxFeePerGas: '0xa', maxPriorityFeePerGas: '0x1' },
  balance: '0x2710',
  offer: { speeds: { normal: { gasPrice: '0x1' } }, waits: {}, usual: '0x1' },
  verdict: 'succeeds',
  changes: [{ asset: { standard: 'native' }, direction: 'out', amount: '0x64' }],
  tokens: {},
}

test.each<[string, Partial<typeof cost>, bigint | undefined, Doubt[]]>([
  ['at every bound', {}, 100n, []],
  [
    'above the amount, by the L1’s part',
    { l1Fee: '0x29' },
    100n,
    ['fee above amount', 'fee above share'],
  ],
  ['above the amount, which is not sent as it fails', { verdict: 'fails', changes: [] }, 1n, []],
  [
    'above the amount, for which something arrives',
    { changes: [{ asset: { standard: 'native' }, direction: 'in', amount: '0x1' }] },
    1n,
    [],
  ],
  ['above the share of a smaller balance', { balance: '0x270f' }, undefined, ['fee above share']],
  [
    'of the user’s own, far above the usual',
    { fees: { gasPrice: '0xb' } },
    undefined,
    ['fee above usual'],
  ],
])('a quote whose fee is %s', (_, over, sent, doubts) => {
  expect(doubtsOfCost({ ...cost, ...over }, sent)).toEqual(doubts)
  expect(doubtsOfCost(undefined, sent)).toEqual([])
})

describe('somebody else who pays for a batch', () => {
  const token = stranger
  const paidBy = (amount: Hex, balance?: Hex): Partial<typeof cost> => ({
    sponsor: { url: 'https://pay.example', isOptional: true, charges: [{ token, amount }] },
    tokens: { [token]: { symbol: 'USD', decimals: 6, ...(balance ? { balance } : {}) } },
    fees: { gasPrice: '0xb' },
  })

  test.each<[string, Partial<typeof cost>, Doubt[]]>([
    [
      'and takes nothing',
      { ...paidBy('0x0'), sponsor: { url: '', isOptional: true, charges: [] } },
      [],
    ],
    [
      'and takes nobody can tell what',
      { sponsor: { url: '', isOptional: true }, tokens: {} },
      ['fee above share'],
    ],
    ['and takes a hundredth of a token', paidBy('0x64', '0x2710'), []],
    ['and takes more', paidBy('0x65', '0x2710'), ['fee above share']],
    [
      'and takes of a token of which nobody knows how much is there',
      paidBy('0x1'),
      ['fee above share'],
    ],
    [
      'and takes more though the calls fail',
      { ...paidBy('0x65', '0x2710'), verdict: 'fails', changes: [] },
      ['fee above share'],
    ],
  ])('%s', (_, over, doubts) => {
    expect(doubtsOfCost({ ...cost, ...over }, undefined)).toEqual(doubts)
  })
})

const signIn = {
  domain: 'bank.example',
  address: alice,
  uri: 'https://bank.example/',
  version: '1',
  chainId: '1',
  nonce: 'abcdefgh12',
  issuedAt: '2026-01-01T00:00:00Z',
}

test.each<[SignInMismatch, Doubt]>([
  ['domain', 'foreign sign-in'],
  ['scheme', 'foreign sign-in'],
  ['uri', 'unfit sign-in'],
  ['account', 'unfit sign-in'],
  ['chain', 'unfit sign-in'],
  ['version', 'unfit sign-in'],
  ['early', 'unfit sign-in'],
  ['late', 'unfit sign-in'],
])('a sign-in whose %s does not fit: %s', (mismatch, doubt) => {
  expect(doubtsOfMessage('text', signIn, [mismatch])).toEqual([doubt])
})

test('messages: text is plain, bytes and broken sign-ins are not', () => {
  expect(doubtsOfMessage('text', undefined, [])).toEqual([])
  expect(doubtsOfMessage('text', signIn, [])).toEqual([])
  expect(doubtsOfMessage('text', 'malformed', [])).toEqual(['malformed sign-in'])
  expect(doubtsOfMessage(undefined, undefined, [])).toEqual(['unread signature'])
})

test('networks that are not what their name or number says', () => {
  expect(doubtsOfNetwork(false, false)).toEqual([])
  expect(doubtsOfNetwork(true, false)).toEqual(['false network'])
  expect(doubtsOfNetwork(false, true)).toEqual(['unchecked name'])
})
