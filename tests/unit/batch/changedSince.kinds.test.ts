import { describe, expect, test } from 'vitest'
import { changedSince, differences } from '@/lib/batch/changedSince'
import type { Batch } from '@/lib/db'
import type { Expected, Outcome, Part, Payee } from '@/lib/db/outcome'
import { alice, bob, stranger } from '../accounts'
import { allowance, change, dai, outcome, token, usdc } from '../simulate/outcomes'

const call = { to: stranger, value: '0x0', data: '0x' } as const

const batch = (expected: NonNullable<Batch['expected']>, mode: Batch['mode'] = 'atomic') => ({
  expected,
  mode,
  calls: [call, call, call],
})

const swap = outcome()
const { verdict, changes, allowances, payees, unchecked } = swap
const accepted: Expected = { verdict, changes, allowances, payees, unchecked }
const given = change(token(usdc), -1_000_000)
const key = `erc20 ${usdc}`

const to = (...addresses: Payee['address'][]) => ({
  of: key,
  to: addresses.map((address): Payee => ({ address, amount: '0x10' })),
})

describe('a difference in', () => {
  test('who receives it says whom it went to and whom it goes to now', () => {
    const now = { ...swap, payees: [{ of: `erc20 ${dai}`, to: [] }, to(bob, stranger)] }
    expect(differences({ ...swap, payees: [to(alice)] }, now)).toEqual([
      { kind: 'payees', change: given, was: [alice], is: [bob, stranger] },
    ])
  })

  test('who receives it is of the amount that leaves now', () => {
    const was = { ...swap, payees: [to(alice)] }
    const less = change(token(usdc), -999_999)
    const now = { ...swap, changes: [...changes.slice(1), less], payees: [to(bob)] }
    expect(differences(was, now)).toEqual([
      { kind: 'payees', change: less, was: [alice], is: [bob] },
    ])
  })

  test('who receives what is no more to be seen leaving is of what was seen before', () => {
    const was = { ...swap, changes: [given], payees: [to(alice)] }
    const now = { ...swap, changes: [], payees: [to(alice)] }
    expect(differences(was, now)).toEqual([{ kind: 'asset', was: given }])
  })

  test('what can be seen names only what could be seen before', () => {
    const was = outcome({ unchecked: ['order'] })
    const now = outcome({ unchecked: ['order', 'price', 'changes'] })
    expect(differences(was, now)).toEqual([{ kind: 'unchecked', is: ['price', 'changes'] }])
    expect(differences(now, was)).toEqual([])
  })

  test('an allowance is of that spender and token alone', () => {
    const other = allowance(5n, { spender: bob })
    const was = outcome({ allowances: [allowance(5n), other] })
    const raised = allowance(6n, { spender: bob })
    expect(differences(was, outcome({ allowances: [allowance(5n), raised] }))).toEqual([
      { kind: 'allowance', was: other, is: raised },
    ])
  })

  test('how it runs, or whom its calls name, is none: both are frozen', () => {
    const now = outcome({ mode: 'one', recipients: [bob], upgrade: true, payer: 'https://a.b' })
    expect(differences(swap, now)).toEqual([])
  })
})

describe('the verdict', () => {
  const verdicts = ['succeeds', 'fails', 'unknown'] as const
  const news = (was: Outcome['verdict'], is: Outcome['verdict']) =>
    differences(outcome({ verdict: was }), outcome({ verdict: is })).length

  test('is news unless it is the same, or nobody knew and it succeeds', () => {
    expect(verdicts.map((was) => verdicts.map((is) => news(was, is)))).toEqual([
      [0, 1, 1],
      [1, 0, 1],
      [0, 1, 0],
    ])
  })

  test('that gets better does not hide what gets worse', () => {
    const was = outcome({ verdict: 'unknown' })
    const now = outcome({ changes: [change(token(usdc), -2_000_000), ...changes.slice(1)] })
    expect(differences(was, now)).toMatchObject([{ kind: 'amount' }])
  })

  test('of an older batch is all that is compared: only a failure that was not accepted is news', () => {
    const news = (was: Outcome['verdict'], is: Outcome['verdict']) =>
      changedSince(batch(was), 0, outcome({ verdict: is, failing: is === 'fails' ? 2 : null }))
    expect(news('succeeds', 'fails')).toEqual([
      { kind: 'verdict', was: 'succeeds', is: 'fails', failing: 2 },
    ])
    expect(news('succeeds', 'unknown')).toEqual([])
    expect(news('unknown', 'fails')).toEqual([])
    expect(news('fails', 'succeeds')).toEqual([])
  })
})

describe('fields that an older batch did not store count as they are now:', () => {
  test('the call that fails', () => {
    const was: Expected = { ...accepted, verdict: 'fails' }
    expect(changedSince(batch(was), 0, outcome({ verdict: 'fails', failing: 1 }))).toEqual([])
  })

  test('unless they were stored, also as nothing', () => {
    const now = outcome({ payees: [to(bob)], unchecked: ['order'] })
    expect(changedSince(batch(accepted), 0, now).map(({ kind }) => kind)).toEqual([
      'unchecked',
      'payees',
    ])
  })
})

describe('calls in order', () => {
  const part = (over: Partial<Part> = {}): Part => ({
    verdict: 'succeeds',
    changes: [],
    payees: [],
    allowances: [],
    ...over,
  })
  const now = (over: Partial<Outcome> = {}) =>
    outcome({ mode: 'sequence', delegate: null, changes: [], ...over })
  const ofParts = (each: Part[], over: Partial<Expected> = {}, loose: string[] = []) =>
    batch({ ...accepted, ...over, parts: { each, loose } }, 'sequence')

  test('have the first one held to the whole, as all of them are simulated with it', () => {
    const parts = ofParts([part(), part(), part()])
    expect(changedSince(parts, 0, now({ changes }))).toEqual([])
    expect(changedSince(parts, 0, now())).toMatchObject([{ kind: 'asset' }, { kind: 'asset' }])
  })

  test('have no part of an atomic batch, whatever is simulated', () => {
    const whole = batch({ ...accepted, parts: { each: [part()], loose: [] } })
    expect(changedSince(whole, 2, outcome())).toEqual([])
  })

  test('have their own payees', () => {
    const own = part({ changes: [given], payees: [to(alice)] })
    const pays = (address: Payee['address']) =>
      changedSince(ofParts([own]), 2, now({ changes: [given], payees: [to(address)] }))
    expect(pays(alice)).toEqual([])
    expect(pays(bob)).toMatchObject([{ kind: 'payees', was: [alice], is: [bob] }])
  })

  test('that were to succeed are news if they fail, and the failing one is named', () => {
    const failed = now({ verdict: 'fails', failing: 2 })
    expect(changedSince(ofParts([part()]), 2, failed)).toEqual([
      { kind: 'verdict', was: 'succeeds', is: 'fails', failing: 2 },
    ])
  })

  test('that were to fail may not have another one fail', () => {
    const fails = ofParts([part({ verdict: 'fails' })])
    expect(changedSince(fails, 2, now({ verdict: 'fails', failing: 2 }))).toEqual([])
    expect(changedSince(fails, 2, now({ verdict: 'fails', failing: 1 }))).toEqual([
      { kind: 'failing', was: 2, is: 1 },
    ])
  })

  test('may each move the largest of what all and what they were to move of a loose asset', () => {
    const leaves = (...amounts: number[]) => amounts.map((amount) => change(token(usdc), -amount))
    const by = (whole: number[], own: number[], moved: number) =>
      changedSince(
        ofParts([part({ changes: leaves(...own) })], { changes: leaves(...whole) }, [key]),
        2,
        now({ changes: leaves(moved) }),
      )
    expect(by([100], [300], 300)).toEqual([])
    expect(by([300], [100], 300)).toEqual([])
    expect(by([100], [300], 302)).toMatchObject([{ kind: 'amount', was: leaves(300)[0] }])
    expect(by([100, 300, 200], [], 302)).toMatchObject([{ kind: 'amount', was: leaves(300)[0] }])
    expect(by([100], [], 300)).toMatchObject([{ kind: 'amount', was: leaves(100)[0] }])
  })

  test('may move no more of a loose asset than of that one, however much of another one leaves', () => {
    const others = [change(token(dai), -1_000), change(token(usdc), -100)]
    const loose = [key, `erc20 ${dai}`]
    const moved = (amount: number) =>
      changedSince(
        ofParts([part()], { changes: others }, loose),
        2,
        now({ changes: [change(token(usdc), -amount)] }),
      )
    expect(moved(100)).toEqual([])
    expect(moved(900)).toMatchObject([{ kind: 'amount', was: others[1] }])
  })

  test('may not give away a loose asset that was only to come in', () => {
    const comes = change(token(usdc), 500)
    const parts = ofParts([part({ changes: [comes] })], { changes: [comes] }, [key])
    expect(changedSince(parts, 2, now({ changes: [change(token(usdc), -1)] }))).toEqual([
      { kind: 'asset', is: change(token(usdc), -1) },
    ])
  })

  test('are not asked about what in the data nobody could read, as that was accepted with the whole', () => {
    const parts = ofParts([part()])
    expect(changedSince(parts, 2, now({ unchecked: ['rights', 'order'] }))).toEqual([])
    expect(changedSince(parts, 2, now({ unchecked: ['allowances'] }))).toEqual([
      { kind: 'unchecked', is: ['allowances'] },
    ])
    expect(changedSince(parts, 2, now({ unchecked: ['changes'] }))).toEqual([
      { kind: 'unchecked', is: ['changes'] },
    ])
  })

  test('that move a loose asset may have its amounts unread, and no allowances', () => {
    const own = part({ changes: [given] })
    const parts = ofParts([own], { unchecked: ['changes', 'allowances'] }, [key])
    expect(changedSince(parts, 2, now({ unchecked: ['changes'] }))).toEqual([])
    expect(changedSince(parts, 2, now({ unchecked: ['allowances'] }))).toMatchObject([
      { kind: 'unchecked' },
    ])
  })

  test('of before what was seen was kept have nothing that may be unread', () => {
    const { unchecked: _, ...older } = accepted
    const parts = { each: [part({ changes: [given] })], loose: [key] }
    const found = changedSince(
      batch({ ...older, parts }, 'sequence'),
      2,
      now({ unchecked: ['changes'] }),
    )
    expect(found).toEqual([{ kind: 'unchecked', is: ['changes'] }])
  })
})
