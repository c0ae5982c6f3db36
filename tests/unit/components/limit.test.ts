import { maxUint256, numberToHex } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Limits } from '@/components/calls/Limit'
import { isSet, readLimit } from '@/components/calls/readLimit'
import { show, useApprovalDraft } from '@/components/store/approval'
import type { Call } from '@/lib/db'
import { edited } from '@/lib/decode/edit'
import type { Quote } from '@/lib/simulate/quote'
import { encode, usdc } from '../decode/encode'
import { bob, stranger } from '../accounts'
import { approve, call, permit2, permit2Approve, place, unknown } from './callSamples'
import { openDom } from './dom'

describe('a typed limit', () => {
  test.each<[string, ReturnType<typeof readLimit>]>([
    ['25', { amount: 25_000_000n }],
    ['0', { amount: 0n }],
    ['0.000001', { amount: 1n }],
    ['100', { amount: 100_000_000n }],
    ['100.000001', { why: 'most' }],
    ['0.0000001', { why: 'decimals' }],
    ['', { why: 'number' }],
    ['-1', { why: 'number' }],
    ['0x10', { why: 'number' }],
    ['1e3', { why: 'number' }],
    ['1,000', { why: 'number' }],
  ])('%j', (text, read) => {
    expect(readLimit(text, 6, 100_000_000n)).toEqual(read)
  })
})

test('what was typed is the limit only once it was set, to the unit', () => {
  const edit = { index: 0, amount: numberToHex(25_000_000) }
  expect(isSet({ amount: 25_000_000n }, edit)).toBe(true)
  expect(isSet({ amount: 25_000_001n }, edit)).toBe(false)
  expect(isSet({ amount: 25_000_000n }, undefined)).toBe(false)
  expect(isSet({ why: 'number' }, edit)).toBe(false)
})

test('Approve waits while a limit that was typed is not the one that would be signed', async () => {
  const edits = [{ index: 0, amount: numberToHex(2) }]
  await dom.show(Limits, { calls: [call(usdc, approve(5n))], edits, quote: quoteOf(), place })
  expect(useApprovalDraft.getState().draft.unset).toEqual([])
  // The edit was taken back elsewhere, and the field still has its amount.
  await dom.again({ calls: [call(usdc, approve(5n))], edits: [], quote: quoteOf(), place })
  expect(dom.text()).toContain('Not set yet')
  expect(useApprovalDraft.getState().draft.unset).toEqual([0])
})

const quoteOf = (over: Partial<Quote> = {}): Quote =>
  ({
    verdict: 'succeeds',
    unchecked: [],
    allowances: [{ standard: 'ERC20', token: usdc, spender: bob, before: '0x0', left: '0x5' }],
    ...over,
  }) as Quote

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  dom = await openDom()
  show('one')
})
afterEach(() => dom.close())

const text = async (
  calls: Call[],
  quote = quoteOf(),
  edits: { index: number; amount: `0x${string}` }[] = [],
) => {
  await dom.show(Limits, { calls, edits, quote, place })
  return dom.text()
}

describe('a limit is offered', () => {
  const more = encode('increaseAllowance(address,uint256)', [bob, 5n])
  test.each<[string, Call]>([
    ['a lone approve', call(usdc, approve(5n))],
    ['an unlimited one', call(usdc, approve(maxUint256))],
    ['a lone increaseAllowance', call(usdc, more)],
    ['a lone approve of Permit2', call(permit2, permit2Approve(5n, 9_999_999_999))],
  ])('for %s', async (_, one) => {
    const standard = one.to === permit2 ? ('Permit2' as const) : ('ERC20' as const)
    const allowances = quoteOf().allowances.map((each) => ({ ...each, standard }))
    expect(await text([one], quoteOf({ allowances }))).toContain('Set a limit in USDC')
    expect(dom.text()).toContain('The site is not told')
  })

  test('where the batch succeeds and the node cannot tell which allowances stand', async () => {
    const blind = quoteOf({ unchecked: ['allowances'], allowances: [] })
    expect(await text([call(usdc, approve(5n))], blind)).toContain('Set a limit in USDC')
  })

  test.each<[string, Call, Partial<Quote>]>([
    ['a call that takes an allowance back', call(usdc, approve(0n)), {}],
    ['one that is used up', call(usdc, approve(5n)), { allowances: [] }],
    [
      'an item, whose ID would be changed',
      call(usdc, approve(5n)),
      {
        allowances: [
          {
            standard: 'ERC721',
            token: usdc,
            tokenId: '0x5',
            spender: bob,
            before: '0x0',
            left: '0x1',
          },
        ],
      },
    ],
    ['one for somebody else', call(usdc, encode('approve(address,uint256)', [stranger, 5n])), {}],
    ['a batch that fails', call(usdc, approve(5n)), { verdict: 'fails' }],
    [
      'one that fails before anybody could tell',
      call(usdc, approve(5n)),
      { verdict: 'fails', unchecked: ['allowances'] },
    ],
    [
      'one of which nobody knows if it succeeds: it could not be approved',
      call(usdc, approve(5n)),
      { verdict: 'unknown', unchecked: ['allowances'], allowances: [] },
    ],
    [
      'one that is known to be used up, where another could not be read',
      call(usdc, approve(5n)),
      {
        unchecked: ['allowances'],
        allowances: [{ standard: 'ERC20', token: usdc, spender: bob, before: '0x5', left: '0x0' }],
      },
    ],
    // Looks like Permit2, and is not at its address: nobody knows which word is the amount.
    ['a contract that speaks like Permit2', call(bob, permit2Approve(5n, 9_999_999_999)), {}],
  ])('not for %s', async (_, one, over) => {
    expect(await text([one], quoteOf(over))).toBe('')
  })

  test('not for a token that nobody knows, where the node cannot tell: its word may be an ID', async () => {
    const tokens = {
      [unknown]: { symbol: 'X', decimals: 0, identity: { is: 'unlisted' as const } },
    }
    const quote = quoteOf({ unchecked: ['allowances'], allowances: [] })
    const calls = [call(unknown, approve(5n))]
    await dom.show(Limits, { calls, edits: [], quote, place: { ...place, tokens } })
    expect(dom.text()).toBe('')
  })

  test('and stays while its quote is awaited, and says where nothing succeeds with it', async () => {
    const edits = [{ index: 0, amount: numberToHex(2) }]
    expect(await text([call(usdc, approve(5n))], quoteOf({ verdict: 'fails' }), edits)).toContain(
      'It no longer succeeds with this limit.',
    )
    await dom.press('Use the site’s amount')
    expect(useApprovalDraft.getState().draft.edits).toEqual([])
  })
})

test('a limit changes the amount in the data, and nothing else', () => {
  const one = call(usdc, approve(5n))
  expect(edited([one], [{ index: 0, amount: '0x2' }], place)).toEqual([call(usdc, approve(2n))])
  expect(() => edited([one], [{ index: 0, amount: '0x6' }], place)).toThrow('does not fit')
})
