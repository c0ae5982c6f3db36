import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { encodeFunctionData, erc20Abi, numberToHex, type Address } from 'viem'
import { expect, test } from 'vitest'
import { guardOf } from '@/components/calls/guard'
import { readingOf } from '@/components/calls/read'
import { formNote } from '@/components/lock/formNote'
import { HeldLine } from '@/components/lock/HeldLine'
import { LockNote } from '@/components/lock/LockNote'
import { uncoveredBy } from '@/components/lock/uncovered'
import type { Call } from '@/lib/db'
import type { Change, Lock } from '@/lib/db/outcome'
import { acceptedOutcome, hashOutcome } from '@/lib/simulate/acceptedOutcome'
import type { Charge, Quote, Sponsor } from '@/lib/simulate/quote'
import { alice, bob, stranger } from '../accounts'

const chainId = 31337
const token: Address = '0x00000000000000000000000000000000000070c3'

const out = (amount: number): Change => ({
  asset: { standard: 'ERC20', address: token },
  direction: 'out',
  amount: numberToHex(amount),
})

const lock: Lock = {
  router: bob,
  checkers: [],
  holds: [{ asset: { standard: 'ERC20', address: token }, had: '0x3e8' }],
  l1Fee: '0x0',
  left: 0,
}

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
    lock,
    ...parts,
  }) as Quote

const transfer = (amount: number): Call => {
  const args = [bob, BigInt(amount)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  return { to: token, value: '0x0', data }
}

const guardFor = (quote: Quote) => {
  const outcome = acceptedOutcome(quote)
  return guardOf({ outcome, hash: hashOutcome(outcome) })
}

const uncovered = (parts: Partial<Quote>, calls: readonly Call[] = []) => {
  const quote = quoteOf(parts)
  const read = calls.map((call) => ({ call, reading: readingOf(call, { from: alice, chainId }) }))
  return uncoveredBy(quote, guardFor(quote), quote.lock ?? lock, read, alice)
}

/** Sentence of the screen about the lock on a line. */
const lineOf = (parts: Partial<Quote>, line: Change): string => {
  const quote = quoteOf(parts)
  const place = { from: alice, chainId, tokens: {} }
  const markup = renderToStaticMarkup(
    createElement(HeldLine, { line, quote, guard: guardFor(quote), place }),
  )
  return markup.replace(/<[^>]*>/g, '')
}

const nothing = { lines: 0, left: 0, isToAnybody: false, isAllowed: false, isUnread: false }

test('a direct transfer that is held leaves nothing open', () => {
  expect(uncovered({ changes: [out(100)] }, [transfer(100)])).toEqual(nothing)
})

test.each([
  ['by a contract', [], 100],
  ['a part of it by a contract', [transfer(60)], 100],
])('who receives what leaves %s is not covered', (_, calls, amount) => {
  expect(uncovered({ changes: [out(amount)] }, calls)).toEqual({ ...nothing, isToAnybody: true })
})

test.each<[string, Change['asset']]>([
  ['an NFT', { standard: 'ERC721', address: token, tokenId: '0x1' }],
  ['a token that no check holds', { standard: 'ERC20', address: stranger }],
  ['the coin without a floor', { standard: 'native' }],
])('%s is a line that is not covered', (_, asset) => {
  const change: Change = { asset, direction: 'in', amount: '0x1' }
  expect(uncovered({ changes: [change] })).toEqual({ ...nothing, lines: 1 })
})

test.each<[string, Lock['holds'][number]['asset']]>([
  ['its ID', { standard: 'ERC721', address: token, tokenId: '0x1' }],
  ['the count of its collection', { standard: 'collection', address: token }],
])('an NFT that is held by %s is covered', (_, asset) => {
  const change: Change = {
    asset: { standard: 'ERC721', address: token, tokenId: '0x1' },
    direction: 'in',
    amount: '0x1',
  }
  const held = { ...lock, holds: [{ asset, had: '0x0' as const }] }
  expect(uncovered({ changes: [change], lock: held })).toEqual(nothing)
  expect(lineOf({ changes: [change], lock: held }, change)).toBe(
    asset.standard === 'collection'
      ? 'You get one more from the collection, or nothing happens'
      : 'At least NFT 1, or nothing happens',
  )
})

test('a coin that fees may use up is not covered, though the lock holds it', () => {
  const coin = { standard: 'native' } as const
  const change: Change = { asset: coin, direction: 'in', amount: '0x5' }
  const holds = [{ asset: coin, had: '0x1' } as const]
  const dear = { changes: [change], lock: { ...lock, holds }, gas: ['0x64'] as Quote['gas'] }
  expect(uncovered(dear).lines).toBe(1)
})

test.each<[string, Partial<Quote>]>([
  ['an allowance', { allowances: [allowed('ERC20')] }],
  ['a right that is no allowance', { allowances: [allowed('operate')] }],
  ['what could not be read of them', { unchecked: ['allowances'] }],
])('%s that stays is not covered', (_, parts) => {
  expect(uncovered(parts)).toEqual({ ...nothing, isAllowed: true })
})

function allowed(standard: string): Quote['allowances'][number] {
  return {
    standard,
    token,
    spender: bob,
    before: '0x0',
    left: '0x1',
  } as Quote['allowances'][number]
}

test('an allowance of which nothing is left is no matter', () => {
  expect(uncovered({ allowances: [{ ...allowed('ERC20'), left: '0x0' }] })).toEqual(nothing)
})

test.each(['rights', 'changes'] as const)('what could not be read (%s) is not covered', (what) => {
  expect(uncovered({ unchecked: [what] })).toMatchObject({ isUnread: true })
})

/** Sentence of the screen below the calls. */
const noteOf = (quote: Quote): string =>
  renderToStaticMarkup(
    createElement(LockNote, {
      quote,
      guard: guardFor(quote),
      calls: [],
      place: { from: alice, chainId, tokens: {} },
    }),
  )

const sponsorOf = (charges?: Charge[]): Sponsor => ({
  url: 'https://pays.example',
  isOptional: false,
  ...(charges ? { charges } : {}),
})

test.each<[string, Partial<Quote>, boolean, boolean]>([
  ['of the user’s own fee', {}, true, false],
  ['that nobody charges for', { ceiling: '0x0', sponsor: sponsorOf([]) }, false, false],
  [
    'of which the payer takes a token',
    { ceiling: '0x0', sponsor: sponsorOf([{ token, amount: '0x5' }]) },
    false,
    true,
  ],
  [
    'that its payer looks at once more',
    { ceiling: '0x0', sponsor: { ...sponsorOf([]), isCalledAfter: true } },
    false,
    true,
  ],
  ['of which the charge was not seen', { ceiling: '0x0', sponsor: sponsorOf() }, false, true],
])('a lock says what a stopped batch costs: one %s', (_what, parts, hasFee, hasCharge) => {
  const note = noteOf(quoteOf(parts))
  expect(note.includes('You then lose the fee, at most')).toBe(hasFee)
  expect(note.includes('The payer may then still take something of yours.')).toBe(hasCharge)
})

test.each([
  ['network', 'this network cannot do it'],
  ['touched', 'a step uses the comparing contract'],
  ['fails', 'that would make it fail'],
] as const)('a lock that cannot compare changes says why on the screen: %s', (inexact, why) => {
  const note = `Changes are not compared, since ${why}. The usual lock holds.`
  expect(noteOf(quoteOf({ lock: { ...lock, inexact } }))).toContain(note)
  expect(formNote({ ...lock, inexact })).toBe(note)
})

test('one that compares them says that items are not', () => {
  const items = { standard: 'collection', address: token } as const
  const mixed = { ...lock, isExact: true, holds: [{ asset: items, had: '0x1' }] } as const
  const note = 'Items are not compared one by one. What you have in the end counts.'
  expect(noteOf(quoteOf({ lock: { ...mixed, holds: [...mixed.holds] } }))).toContain(note)
  for (const other of [lock, { ...lock, isExact: true } as const]) {
    expect(formNote(other)).toBeUndefined()
    expect(noteOf(quoteOf({ lock: other }))).not.toContain('compared')
  }
})

test('the screen lists it, with what never is, and what is taken back', () => {
  const resets = [{ standard: 'ERC20', token, spender: bob } as const]
  const quote = quoteOf({
    changes: [out(100)],
    unchecked: ['rights', 'allowances'],
    lock: { ...lock, left: 2, resets },
  })
  const markup = noteOf(quote)
  expect([...markup.matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => text)).toEqual([
    'what others can take afterwards',
    'who receives the tokens that leave',
    'what Volley cannot read or see',
    '2 other tokens of yours',
    'debts, and tokens and NFTs not on your list',
  ])
  expect(markup).toContain('Not covered by the lock:')
  expect(markup).toContain('Taken back at the end: what ')
})
