import { describe, expect, test } from 'vitest'
import type { Event } from '@/lib/db/batchEvent'
import { next } from '@/lib/batch/machine'
import { fold } from '@/lib/batch/state'
import { did, hashOf } from './batches'

const { signed, sent, included, sealed, moved, stopped, final } = did
const reverted = { status: '0x0' } as const

const inOrder = (calls: number) => ({ mode: 'sequence', calls: Array.from({ length: calls }) })

const first = [signed('0'), sent('0')]
const second = [signed('1', 1), sent('1')]
const cancel = signed('cancel', 0, { kind: 'cancel', nonce: 0 })

describe('what comes next for a batch of three in order', () => {
  test.each<[string, Event[], object | undefined]>([
    ['signs the first', [], { do: 'sign', index: 0 }],
    ['sends what was signed', [signed('0')], { do: 'send', transaction: { hash: hashOf('0') } }],
    ['watches what was sent', first, { do: 'watch' }],
    [
      'sends again what was refused',
      [signed('0'), { type: 'refused', hash: hashOf('0'), reason: 'node' }],
      { do: 'send', transaction: { hash: hashOf('0') } },
    ],
    ['signs the second on a pre-confirmation', [...first, included('0')], { do: 'sign', index: 1 }],
    ['watches the second', [...first, included('0'), ...second], { do: 'watch' }],
    ['watches on after a revert', [...first, included('0', reverted)], { do: 'watch' }],
    ['sends again what moved', [...first, sealed('0'), moved('0')], { do: 'send' }],
    [
      'sends both again in nonce order',
      [...first, included('0'), ...second, included('1'), moved('1'), moved('0')],
      { do: 'send', transaction: { hash: hashOf('0') } },
    ],
    ['signs nothing once stopped', [...first, included('0'), stopped()], { do: 'watch' }],
    ['is over if stopped before all', [stopped()], undefined],
    [
      'sends the cancellation, not the call',
      [signed('0'), stopped(), cancel],
      {
        do: 'send',
        transaction: { hash: hashOf('cancel') },
      },
    ],
    [
      'signs nothing after a cancellation',
      [...first, stopped(), cancel, included('cancel')],
      {
        do: 'watch',
      },
    ],
    [
      'sends no cancellation that came too late',
      [...first, stopped(), cancel, included('0')],
      {
        do: 'watch',
      },
    ],
    ['is over when its chain was reset', [...first, stopped('reset')], undefined],
    ['goes on after a second yes', [{ type: 'confirmed' }], { do: 'sign', index: 0 }],
    ['is over when final', [...first, sealed('0', reverted), final], undefined],
  ])('%s', (_, events, effect) => {
    const found = next(inOrder(3), fold(events))
    if (effect) expect(found).toMatchObject(effect)
    else expect(found).toBeUndefined()
  })

  test('signs no third where the first reverts on moving, after the second was signed', () => {
    const events = [...first, included('0'), ...second, included('1'), included('0', reverted)]
    expect(next(inOrder(3), fold(events))).toEqual({ do: 'watch' })
  })
})

describe('the fold', () => {
  test('keeps a transaction as it was signed and adds how far it got', () => {
    expect(fold([signed('0', 0, { upgrade: true, nonce: 7 }), sent('0')])).toEqual({
      final: false,
      overtaken: {},
      replaced: {},
      transactions: [
        {
          index: 0,
          kind: 'call',
          nonce: 7,
          hash: hashOf('0'),
          raw: '0x02',
          upgrade: true,
          sent: true,
          sealed: false,
          ran: null,
        },
      ],
    })
  })

  test('takes a receipt back when its block is gone, and leaves the others alone', () => {
    const before = fold([...first, ...second])
    const there = fold([...first, ...second, sealed('0'), moved('0')])
    expect(there.transactions[1]).toEqual(before.transactions[1])
    expect(there.transactions[0]).toEqual({ ...before.transactions[0], sent: false })
  })

  test('does not change what it was given', () => {
    const events = Object.freeze(
      [...first, included('0'), moved('0'), stopped()].map(Object.freeze),
    )
    expect(fold(events as Event[])).toEqual(fold([...events] as Event[]))
  })
})
