import { numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { changedSince } from '@/lib/batch/changedSince'
import type { Batch } from '@/lib/db'
import type { Expected, Outcome, Part } from '@/lib/db/outcome'
import { bob, stranger } from '../accounts'
import { allowance, change, dai, outcome, token, usdc } from '../simulate/outcomes'

const call = { to: stranger, value: '0x0', data: '0x' } as const

const batch = (expected: Batch['expected'], mode: Batch['mode'] = 'atomic') => ({
  ...(expected === undefined ? {} : { expected }),
  mode,
  calls: [call, call, call],
})

const swap = outcome()
const { verdict, changes, allowances, payees, unchecked } = swap
const accepted: Expected = { verdict, changes, allowances, payees, unchecked }
const older: Expected = { verdict, changes, allowances }
const paid = {
  of: `erc20 ${usdc}`,
  to: [{ address: bob, amount: numberToHex(1_000_000), isSaid: true as const }],
}
const cheaper = [change(token(usdc), -1_000_000), change(token(dai), 2_000)]

describe('what waited is asked for again for', () => {
  test.each<[string, Partial<Outcome>, object[]]>([
    [
      'an amount that is 99.9 % less',
      { changes: cheaper },
      [{ kind: 'amount', was: change(token(dai), 2_000_000), is: change(token(dai), 2_000) }],
    ],
    [
      'an asset that leaves as well',
      { changes: [...changes, change({ standard: 'native' }, -1)] },
      [{ kind: 'asset', is: change({ standard: 'native' }, -1) }],
    ],
    [
      'an asset that no longer arrives',
      { changes: [change(token(usdc), -1_000_000)] },
      [{ kind: 'asset', was: change(token(dai), 2_000_000) }],
    ],
    [
      'somebody else who receives it',
      { payees: [paid] },
      [{ kind: 'payees', change: change(token(usdc), -1_000_000), was: [], is: [bob] }],
    ],
    [
      'an allowance that stays',
      { allowances: [allowance('all')] },
      [{ kind: 'allowance', is: allowance('all') }],
    ],
    [
      'a part that can no longer be seen',
      { unchecked: ['changes'] },
      [{ kind: 'unchecked', is: ['changes'] }],
    ],
    [
      'a call that fails, and then nothing else is said',
      { verdict: 'fails', failing: 1, changes: [] },
      [{ kind: 'verdict', was: 'succeeds', is: 'fails', failing: 1 }],
    ],
    [
      'an outcome that nobody can tell any more',
      { verdict: 'unknown' },
      [{ kind: 'verdict', was: 'succeeds', is: 'unknown', failing: null }],
    ],
  ])('%s', (_, now, expected) => {
    expect(changedSince(batch(accepted), 0, outcome(now))).toEqual(expected)
  })

  test('another call that fails than the one that was accepted', () => {
    const failing = { index: 0, reason: { why: 'all gas' } } as const
    const was: Expected = { ...accepted, verdict: 'fails', failing }
    const now = outcome({ verdict: 'fails', failing: 2 })
    expect(changedSince(batch(was), 0, now)).toEqual([{ kind: 'failing', was: 0, is: 2 }])
    expect(changedSince(batch(was), 0, { ...now, failing: 0 })).toEqual([])
  })

  test('eight differences at most', () => {
    const many = Array.from({ length: 20 }, (_, id) =>
      change({ standard: 'ERC721', address: dai, tokenId: `0x${id}` }, -1),
    )
    expect(
      changedSince(batch(accepted), 0, outcome({ changes: [...changes, ...many] })),
    ).toHaveLength(8)
  })
})

describe('it runs', () => {
  test.each<[string, Batch['expected'], Partial<Outcome>]>([
    ['as it was accepted', accepted, {}],
    [
      'for 0.5 % less',
      accepted,
      { changes: [...changes.slice(0, 1), change(token(dai), 1_990_000)] },
    ],
    ['for more', accepted, { changes: [...changes.slice(0, 1), change(token(dai), 9_000_000)] }],
    ['where nobody could say before that it succeeds', { ...accepted, verdict: 'unknown' }, {}],
    ['where nothing was accepted', undefined, { verdict: 'fails', changes: [] }],
    ['where an older batch was to fail', 'fails', { verdict: 'fails' }],
    ['where an older batch has only a verdict', 'succeeds', { changes: cheaper }],
    ['where an older batch does not say who receives it', older, { payees: [paid] }],
    ['where an older batch does not say what was seen', older, { unchecked: ['changes'] }],
  ])('%s', (_, expected, now) => {
    expect(changedSince(batch(expected), 0, outcome(now))).toEqual([])
  })

  test('not where an older batch would fail, or gets less', () => {
    const fails = outcome({ verdict: 'fails', failing: 0 })
    expect(changedSince(batch('succeeds'), 0, fails)).toMatchObject([{ kind: 'verdict' }])
    expect(changedSince(batch(older), 0, outcome({ changes: cheaper }))).toMatchObject([
      { kind: 'amount' },
    ])
  })
})

describe('of calls in order, a later one', () => {
  const part = (over: Partial<Part> = {}): Part => ({
    verdict: 'succeeds',
    changes: [change(token(dai), 500)],
    payees: [],
    allowances: [],
    ...over,
  })
  const now = (over: Partial<Outcome> = {}) =>
    outcome({ mode: 'sequence', delegate: null, changes: [change(token(dai), 500)], ...over })
  const ofParts = (...each: Part[]) =>
    batch({ ...accepted, parts: { each, loose: [] } }, 'sequence')

  test('is held to its own part, not to the whole', () => {
    const parts = ofParts(part({ changes: [] }), part(), part({ changes: [] }))
    expect(changedSince(parts, 1, now())).toEqual([])
    expect(changedSince(parts, 2, now())).toMatchObject([{ kind: 'asset' }])
    const less = now({ changes: [change(token(dai), 5)] })
    expect(changedSince(parts, 1, less)).toMatchObject([{ kind: 'amount', is: less.changes[0] }])
  })

  test('is counted from the end, as a second approval keeps the calls that were left', () => {
    expect(changedSince(ofParts(part()), 2, now())).toEqual([])
    expect(changedSince(ofParts(part(), part({ changes: [] })), 1, now())).toEqual([])
  })

  test('that was to fail may fail', () => {
    const fails = part({ verdict: 'fails', changes: [] })
    const failed = now({ verdict: 'fails', failing: 1, changes: [] })
    expect(changedSince(ofParts(fails, fails, fails), 1, failed)).toEqual([])
  })

  test('may leave no more than all, and bring anything, of a token whose logs do not add up', () => {
    const whole = { ...accepted, changes: [change(token(usdc), -100)] }
    const loose = [`erc20 ${usdc}`, `erc20 ${dai}`]
    const parts = batch({ ...whole, parts: { each: [part({ changes: [] })], loose } }, 'sequence')
    const by = (...amounts: number[]) =>
      changedSince(
        parts,
        2,
        now({ changes: amounts.map((amount, at) => change(token(at ? dai : usdc), amount)) }),
      )
    expect(by(-100, 7)).toEqual([])
    expect(by(-1)).toEqual([])
    expect(by(-101)).toMatchObject([{ kind: 'amount' }])
    expect(by(-100, -1)).toMatchObject([{ kind: 'asset' }])
  })

  test('that moves what could not be read may do so unread, and any other call not', () => {
    const loose = [`erc20 ${dai}`]
    const lost = now({ changes: [], unchecked: ['changes'] })
    const by = (seen: Partial<Expected>, change: Partial<Part>) =>
      changedSince(
        batch({ ...accepted, ...seen, parts: { each: [part(change)], loose } }, 'sequence'),
        2,
        lost,
      )
    expect(by({ unchecked: ['changes'] }, {})).toEqual([])
    expect(by({ unchecked: [] }, {})).toMatchObject([{ kind: 'unchecked' }])
    expect(by({ unchecked: ['changes'] }, { changes: [] })).toMatchObject([{ kind: 'unchecked' }])
  })

  test('may leave an allowance that a later one takes back, and none above its own', () => {
    const raised = part({ allowances: [allowance(9n)] })
    const parts = batch(
      { ...accepted, allowances: [allowance(0n)], parts: { each: [raised, part()], loose: [] } },
      'sequence',
    )
    const left = (index: number, amount: bigint) =>
      changedSince(parts, index, now({ allowances: [allowance(amount)] }))
    expect(left(1, 9n)).toEqual([])
    expect(left(1, 10n)).toMatchObject([{ kind: 'allowance', was: allowance(9n) }])
    expect(left(2, 1n)).toMatchObject([{ kind: 'allowance', was: allowance(0n) }])
  })

  test('may leave to the calls behind it what they use of an earlier allowance', () => {
    const given = { ...accepted, allowances: [allowance(800n)] }
    const parts = batch({ ...given, parts: { each: [part(), part()], loose: [] } }, 'sequence')
    const left = { before: '0x3e8' } as const
    const used = now({ allowances: [allowance(900n, { ...left, isOlder: true })] })
    expect(changedSince(parts, 1, used)).toEqual([])
    const raised = now({ allowances: [allowance(900n, left)] })
    expect(changedSince(parts, 1, raised)).toMatchObject([{ kind: 'allowance' }])
  })

  test('without a part is held to the verdict, as in an older batch', () => {
    const none = batch(accepted, 'sequence')
    expect(changedSince(none, 1, now({ changes: cheaper }))).toEqual([])
    expect(changedSince(none, 1, now({ verdict: 'fails', failing: 1 }))).toMatchObject([
      { kind: 'verdict', failing: 1 },
    ])
  })
})
