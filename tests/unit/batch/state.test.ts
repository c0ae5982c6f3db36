import { describe, expect, test } from 'vitest'
import type { Event, Failed } from '@/lib/db/batchEvent'
import { fold, foldOn } from '@/lib/batch/state'
import { alice, stranger } from '../accounts'
import { operation } from '../sponsor/operations'
import { did, hashOf, receiptOf } from './batches'
import { operated } from './sponsoredBatches'

const { signed, sent, included, sealed, moved } = did

const asSigned = {
  index: 0,
  kind: 'call',
  nonce: 0,
  hash: hashOf('a'),
  raw: '0x02',
  upgrade: false,
  sent: false,
  sealed: false,
  ran: null,
}

/** The transaction after it was signed and these events came. */
const after = (...events: Event[]) => fold([signed('a'), ...events]).transactions[0]

const refused = {
  type: 'refused',
  hash: hashOf('a'),
  reason: 'funds',
  text: 'insufficient funds',
} as const

describe('a batch of which nothing was signed', () => {
  test('has an empty state, also after its approval', () => {
    const empty = { transactions: [], overtaken: {}, replaced: {}, final: false }
    expect(fold([])).toStrictEqual(empty)
    expect(fold([{ type: 'approved' }])).toStrictEqual(empty)
  })

  test('keeps its state where an event is about a transaction that it has not', () => {
    expect(fold([sent('a'), moved('a'), sealed('a'), refused])).toStrictEqual(fold([]))
  })
})

describe('what was signed', () => {
  test('is added as it is, neither sent nor in a block', () => {
    expect(after()).toStrictEqual(asSigned)
  })

  test('is added behind what was signed before', () => {
    const { transactions } = fold([signed('a'), signed('b', 1)])
    expect(transactions.map(({ hash }) => hash)).toEqual([hashOf('a'), hashOf('b')])
  })

  test('comes with what is sent by somebody else, which has no bytes of its own', () => {
    const event = operated('o', { upgrade: true })
    const { signed: inner } = event.type === 'operation' ? event : expect.fail()
    expect(fold([signed('a'), event]).transactions).toStrictEqual([
      asSigned,
      {
        index: 0,
        kind: 'call',
        nonce: 5,
        hash: hashOf('o'),
        raw: '0x',
        upgrade: true,
        deadline: 1_000,
        operation: { signed: inner, since: 10 },
        sent: false,
        sealed: false,
        ran: null,
      },
    ])
  })

  test('twice, changes where it was signed last', () => {
    const { transactions } = fold([signed('a'), signed('a'), sent('a')])
    expect(transactions.map((one) => one.sent)).toEqual([false, true])
  })
})

describe('a refusal', () => {
  test('is kept with the node’s sentence', () => {
    expect(after(refused)).toStrictEqual({
      ...asSigned,
      refused: 'funds',
      refusedWith: 'insufficient funds',
    })
  })

  test('of before nodes’ sentences were kept has none, and takes back an older one', () => {
    const { type, hash, reason } = refused
    expect(after(refused, { type, hash, reason })).toStrictEqual({ ...asSigned, refused: 'funds' })
  })

  test('is over once a node takes the transaction', () => {
    expect(after(refused, sent('a'))).toStrictEqual({ ...asSigned, sent: true })
  })

  test('leaves what a node had as sent', () => {
    expect(after(sent('a'), refused)).toMatchObject({ sent: true, refused: 'funds' })
  })

  test.each([included('a'), sealed('a')])('is over once a block has it: $type', (event) => {
    expect(after(refused, event)).not.toHaveProperty('refused')
    expect(after(refused, event, moved('a'))).toStrictEqual(asSigned)
  })
})

describe('a block', () => {
  const receipt = receiptOf(hashOf('a'))

  test('that is pre-confirmed gives a receipt, the delegate and the fee', () => {
    const event: Event = {
      type: 'included',
      hash: hashOf('a'),
      receipt,
      delegate: stranger,
      fee: '0x5',
    }
    expect(after(event)).toStrictEqual({
      ...asSigned,
      sent: true,
      receipt,
      delegate: stranger,
      fee: '0x5',
    })
  })

  test('that is sealed gives a receipt, what ran, the fee and what the second node said', () => {
    const event: Event = {
      type: 'sealed',
      hash: hashOf('a'),
      receipt,
      ran: true,
      second: 'silent',
      fee: '0x6',
    }
    expect(after(event)).toStrictEqual({
      ...asSigned,
      sent: true,
      sealed: true,
      ran: true,
      receipt,
      second: 'silent',
      fee: '0x6',
    })
  })

  test('that is pre-confirmed takes nothing back of a sealed one, unless that is gone', () => {
    const built = included('a', { blockHash: hashOf('still being built'), gasUsed: '0x1' })
    expect(after(sealed('a'), built)).toStrictEqual(after(sealed('a')))
    expect(after(sealed('a'), moved('a'), built)).toStrictEqual(after(built))
  })

  test('changes only the transaction that it has', () => {
    const events = [signed('a'), signed('b', 1)]
    const there = fold([...events, sealed('b')])
    expect(there.transactions[0]).toStrictEqual(asSigned)
    expect(there.transactions[1]?.sealed).toBe(true)
  })

  test('that the second node has not confirmed, or has another of, is told', () => {
    expect(after({ type: 'awaited', hash: hashOf('a') })).toStrictEqual({
      ...asSigned,
      second: 'awaited',
    })
    expect(after({ type: 'disputed', hash: hashOf('a') })).toStrictEqual({
      ...asSigned,
      second: 'differs',
    })
  })

  test('that is gone leaves what was signed, with nothing of that block', () => {
    const explained: Event = { type: 'explained', hash: hashOf('a'), by: 'run' }
    const all: Event[] = [
      { type: 'included', hash: hashOf('a'), receipt, delegate: alice, fee: '0x1' },
      { type: 'sealed', hash: hashOf('a'), receipt, ran: true, second: 'agrees', fee: '0x1' },
      explained,
    ]
    expect(after(...all, moved('a'))).toStrictEqual(asSigned)
  })

  test('that is gone takes back what was said of the other transaction at its nonce, and no more', () => {
    const taken = (index: number): Event => ({ type: 'overtaken', index, hasHistory: true })
    const events = [signed('a'), signed('b', 1), taken(0), taken(1)]
    expect(fold([...events, moved('b')]).overtaken).toStrictEqual({ 0: { hasHistory: true } })
    expect(fold([...events, moved('c')])).toStrictEqual(fold(events))
  })
})

describe('why a transaction reverted', () => {
  const failing: Failed = { index: 1, reason: { why: 'balance' } }

  test('is kept with the call that failed', () => {
    const event: Event = { type: 'explained', hash: hashOf('a'), by: 'trace', failing }
    expect(after(event)).toStrictEqual({ ...asSigned, explained: { by: 'trace', failing } })
  })

  test('is kept without one where the run succeeded', () => {
    const event: Event = { type: 'explained', hash: hashOf('a'), by: 'run' }
    expect(after(event)).toStrictEqual({ ...asSigned, explained: { by: 'run' } })
  })
})

describe('an operation', () => {
  const later = { ...operation, nonce: '0x8' as const, signature: '0x34' as const }
  const events = [operated('o'), operated('p', { index: 1, signed: later })]

  test('whose time is over was in no block before that one', () => {
    const lapsed: Event = { type: 'lapsed', hash: hashOf('p'), block: 150 }
    const [before, one] = fold(events).transactions
    expect(fold([...events, lapsed]).transactions).toStrictEqual([
      before,
      { ...one, isLapsed: true, operation: { signed: later, since: 150 } },
    ])
  })

  test('alone has a time that can be over', () => {
    const event: Event = { type: 'lapsed', hash: hashOf('a'), block: 150 }
    expect(after(event)).toStrictEqual(asSigned)
    expect(fold([event])).toStrictEqual(fold([]))
  })

  test.each([true, false])('has a cancellation that can be in a block or not: %s', (isSpent) => {
    const event: Event = { type: 'spent', hash: hashOf('a'), isSpent }
    expect(after(event)).toStrictEqual({ ...asSigned, isSpent })
  })

  test('has a cancellation that no node has any more', () => {
    const event: Event = { type: 'dropped', hash: hashOf('a') }
    expect(after(event)).toStrictEqual({ ...asSigned, isDropped: true })
  })
})

test('events go on from a state', () => {
  const begun = fold([signed('a'), sent('a')])
  expect(foldOn(begun, [included('a')])).toStrictEqual(
    fold([signed('a'), sent('a'), included('a')]),
  )
  expect(foldOn(begun, [])).toBe(begun)
})
