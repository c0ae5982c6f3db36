import { describe, expect, test } from 'vitest'
import { neverRuns } from '@/lib/batch/neverRuns'
import { fold } from '@/lib/batch/state'
import type { Event } from '@/lib/db/batchEvent'
import { hashOf, receiptOf } from './batches'
import { operated, sponsorTerms } from './sponsoredBatches'

const operation = operated('operation')
const burn: Event = {
  type: 'signed',
  index: 0,
  kind: 'cancel',
  nonce: 5,
  hash: hashOf('burn'),
  raw: '0x02',
  upgrade: false,
}
const inBlock = (name: string, status: '0x0' | '0x1' = '0x1'): Event => ({
  type: 'sealed',
  hash: hashOf(name),
  receipt: receiptOf(hashOf(name), { status }),
  ran: true,
})
const block = { block: '0xa', blockHash: hashOf('block 10') } as const
const burnt: Event = { type: 'burnt', index: 0, by: hashOf('burn'), ...block }
const replaced: Event = { type: 'replaced', index: 0, by: hashOf('burn') }

const told = (...events: Event[]) => neverRuns({ sponsor: sponsorTerms }, fold(events))

test('an operation never runs once a final block proves that something else used its nonce', () => {
  expect(told(operation, burn, inBlock('burn'), burnt, replaced)).toBe(true)
  expect(told(operation, replaced)).toBe(true)
})

describe('it may still run, or has,', () => {
  test.each<[string, Event[]]>([
    ['before anything is signed', []],
    ['while it is out', [operation]],
    ['while its cancellation is on its way', [operation, burn]],
    [
      'when a block has its cancellation: it may have run just before',
      [operation, burn, inBlock('burn')],
    ],
    ['when that block is not final', [operation, burn, inBlock('burn'), burnt]],
    [
      'when its nonce is used, by whatever',
      [operation, { type: 'overtaken', index: 0, hasHistory: true }],
    ],
    [
      'when its time is over, while its status stays open',
      [operation, { type: 'lapsed', hash: hashOf('operation'), block: 20 }],
    ],
    ['when a block has it', [operation, burn, inBlock('burn'), inBlock('operation')]],
    ['when it failed in its block', [operation, inBlock('operation', '0x0')]],
    ['when a block has it in spite of a proof', [operation, replaced, inBlock('operation')]],
    [
      'when another one of the batch is out',
      [operation, replaced, operated('other', { index: 1 })],
    ],
  ])('%s', (_, events) => {
    expect(told(...events)).toBe(false)
  })

  test('or the user paid for it from the start', () => {
    const paid: Event = { ...burn, kind: 'call' }
    expect(neverRuns({}, fold([paid, replaced]))).toBe(false)
    expect(told(paid, replaced)).toBe(false)
  })
})
