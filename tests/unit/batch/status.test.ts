import { describe, expect, test } from 'vitest'
import type { Event } from '@/lib/db/batchEvent'
import { fold } from '@/lib/batch/state'
import { callsStatus } from '@/lib/batch/status'
import { did, hashOf, makeBatch, receiptOf } from './batches'

const { signed, sent, included, sealed, moved, stopped, final } = did
const reverted = { status: '0x0' } as const

const status = (mode: 'one' | 'atomic' | 'sequence', events: Event[]) =>
  callsStatus(makeBatch({ mode }), fold([{ type: 'approved' }, ...events]))

const first = [signed('0'), sent('0')]
const second = [signed('1', 1), sent('1')]
const cancel = (name: string, index = 0) =>
  signed(`cancel ${name}`, index, { kind: 'cancel', nonce: index })

describe.each(['one', 'atomic'] as const)('a batch of one transaction (%s)', (mode) => {
  test.each<[number, string, Event[]]>([
    [100, 'nothing was signed', []],
    [100, 'signed and not sent', [signed('0')]],
    [100, 'sent', first],
    [
      100,
      'refused by the node, because the bytes stay valid',
      [signed('0'), { type: 'refused', hash: hashOf('0'), reason: 'funds' }],
    ],
    [100, 'included in a block that is not sealed', [...first, included('0')]],
    [100, 'reverted in a block that is not sealed', [...first, included('0', reverted)]],
    [100, 'its block is gone', [...first, included('0'), moved('0')]],
    [100, 'its sealed block is gone', [...first, sealed('0'), moved('0')]],
    [100, 'stopped with a transaction out', [...first, stopped()]],
    [100, 'its cancellation is out', [...first, stopped(), cancel('0')]],
    [
      100,
      'its cancellation is not sealed',
      [...first, stopped(), cancel('0'), included('cancel 0')],
    ],
    [200, 'sealed', [...first, sealed('0')]],
    [200, 'final', [...first, sealed('0'), final]],
    [200, 'sealed again after it moved', [...first, sealed('0'), moved('0'), sealed('0')]],
    [200, 'sealed before its cancellation', [...first, stopped(), cancel('0'), sealed('0')]],
    [400, 'stopped before anything was signed', [stopped()]],
    [400, 'expired', [stopped('expired')]],
    [400, 'the chain was reset', [stopped('reset')]],
    [400, 'the chain was reset under what was sent', [...first, stopped('reset')]],
    [400, 'the chain was reset under what it held', [...first, sealed('0'), stopped('reset')]],
    [
      400,
      'its cancellation took the nonce',
      [...first, stopped(), cancel('0'), sealed('cancel 0')],
    ],
    [500, 'reverted', [...first, sealed('0', reverted)]],
    [500, 'sealed, but proven to have run nothing', [...first, sealed('0', {}, false)]],
    [600, 'sealed, and nobody can tell whether it ran', [...first, sealed('0', {}, null)]],
  ])('is %i when %s', (code, _, events) => {
    expect(status(mode, events)).toMatchObject({ status: code, atomic: true, version: '2.0.0' })
  })
})

describe('a batch in order', () => {
  test.each<[number, string, Event[]]>([
    [100, 'nothing was signed', []],
    [100, 'the first is sealed and the second is to come', [...first, sealed('0')]],
    [100, 'the second is out', [...first, sealed('0'), ...second]],
    [100, 'both are included, one not sealed', [...first, sealed('0'), ...second, included('1')]],
    [
      100,
      'the first moved after the second',
      [...first, sealed('0'), ...second, sealed('1'), moved('0')],
    ],
    [100, 'stopped with the second out', [...first, sealed('0'), ...second, stopped()]],
    [200, 'all are sealed', [...first, sealed('0'), ...second, sealed('1')]],
    [400, 'stopped before anything was signed', [stopped()]],
    [400, 'the first was cancelled', [...first, stopped(), cancel('0'), sealed('cancel 0')]],
    [500, 'the first reverted', [...first, sealed('0', reverted)]],
    [500, 'all reverted', [...first, sealed('0', reverted), ...second, sealed('1', reverted)]],
    [600, 'the second reverted', [...first, sealed('0'), ...second, sealed('1', reverted)]],
    [600, 'stopped after the first', [...first, sealed('0'), stopped()]],
    [
      600,
      'the second was cancelled',
      [...first, sealed('0'), ...second, stopped(), cancel('1', 1), sealed('cancel 1')],
    ],
    [
      600,
      'the first reverted on moving and the second took effect',
      [...first, included('0'), ...second, sealed('1'), sealed('0', reverted)],
    ],
  ])('is %i when %s', (code, _, events) => {
    expect(status('sequence', events)).toMatchObject({ status: code, atomic: false })
  })
})

describe('what the site sees', () => {
  const { id: _, ...pending } = status('sequence', [
    ...first,
    included('0', { blockNumber: '0x9' }),
    ...second,
    included('1', { ...reverted, blockNumber: '0xb' }),
  ])

  test('are the receipts of a pre-confirmed block, and that they are pre-confirmed', () => {
    expect(pending).toEqual({
      version: '2.0.0',
      chainId: '0x7a69',
      status: 100,
      atomic: false,
      receipts: [
        receiptOf(hashOf('0'), { blockNumber: '0x9' }),
        receiptOf(hashOf('1'), { ...reverted, blockNumber: '0xb' }),
      ],
      capabilities: { preconfirmation: { preconfirmed: true, block: '0xb' } },
    })
  })

  test('is nothing of receipts or capabilities before there are any', () => {
    const batch = makeBatch({ id: 'É "x"' })
    expect(callsStatus(batch, fold([]))).toEqual({
      version: '2.0.0',
      id: 'É "x"',
      chainId: '0x7a69',
      status: 100,
      atomic: false,
    })
  })

  test('is no pre-confirmation once all is sealed', () => {
    const all = status('sequence', [...first, sealed('0'), ...second, sealed('1')])
    expect(all).not.toHaveProperty('capabilities')
    expect(all.receipts).toHaveLength(2)
  })

  test.each<[string, Event]>([
    ['has not confirmed yet', { type: 'awaited', hash: hashOf('0') }],
    ['contradicts', { type: 'disputed', hash: hashOf('0') }],
  ])('is no pre-confirmation where a sealed block is one that the second RPC %s', (_, event) => {
    const held = status('one', [...first, included('0'), event])
    expect(held).toMatchObject({ status: 100, receipts: [receiptOf(hashOf('0'))] })
    expect(held).not.toHaveProperty('capabilities')
  })

  test('is a pre-confirmation again once the sealed block is gone', () => {
    const awaited: Event = { type: 'awaited', hash: hashOf('0') }
    const again = status('one', [...first, included('0'), awaited, moved('0'), included('0')])
    expect(again).toHaveProperty('capabilities.preconfirmation.preconfirmed', true)
  })

  test('are not the receipts of cancellations', () => {
    expect(
      status('one', [...first, stopped(), cancel('0'), sealed('cancel 0')]),
    ).not.toHaveProperty('receipts')
  })

  test('are not the receipts of what moved', () => {
    expect(status('one', [...first, included('0'), moved('0')])).not.toHaveProperty('receipts')
  })
})
