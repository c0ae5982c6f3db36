import { expect, test } from 'vitest'
import { stageOf } from '@/components/batches/stage'
import { fold } from '@/lib/batch/state'
import type { FrozenTerms } from '@/lib/batch/freeze'
import type { Event } from '@/lib/db/batchEvent'
import { did, hashOf, makeBatch } from '../batch/batches'

const one: Partial<FrozenTerms> = { mode: 'one' }
const sent = [did.signed('0'), did.sent('0')]
const cancelled = [did.stopped(), did.signed('cancel', 0, { kind: 'cancel', nonce: 0 })]

test.each<[string, Event[], 0 | 1 | 2 | 3, Partial<FrozenTerms>]>([
  ['nothing is signed', [], 0, one],
  ['it is signed and no node has it', [did.signed('0')], 0, one],
  ['it is sent', sent, 1, one],
  ['it is in a block that is being built', [...sent, did.included('0')], 1, one],
  ['it is in a block', [...sent, did.sealed('0')], 2, one],
  ['it failed in a block', [...sent, did.sealed('0', { status: '0x0' }, false)], 2, one],
  ['it is final', [...sent, did.sealed('0'), did.final], 3, one],
  ['the first of two is in a block', [...sent, did.sealed('0')], 1, {}],
  ['it was stopped before it was signed', [did.stopped()], 0, one],
  ['its cancellation is in a block', [...sent, ...cancelled, did.sealed('cancel')], 0, one],
  ['its local chain was started anew', [...sent, did.sealed('0'), did.stopped('reset')], 0, one],
  [
    'another wallet took its place',
    [...sent, { type: 'replaced', index: 0, by: hashOf('x') }],
    0,
    one,
  ],
])('%s', (_, events, stage, terms) => {
  expect(stageOf(makeBatch(terms), fold([{ type: 'approved' }, ...events]))).toBe(stage)
})
