import { beforeEach, describe, expect, test } from 'vitest'
import type { Opinion } from '@/lib/batch/agreement'
import type { Event } from '@/lib/db/batchEvent'
import { emptyDatabase } from '../database'
import { did, receiptOf } from './batches'
import { hash, out } from './observedTransaction'
import { observing } from './observing'

// A batch’s age is that of its last stored event: another file may have left some under the same keys.
beforeEach(emptyDatabase)

const receipt = receiptOf(hash)
const included: Event = { type: 'included', hash, delegate: null, receipt }
const moved: Event = { type: 'moved', hash }
const awaited: Event = { type: 'awaited', hash }
const disputed: Event = { type: 'disputed', hash }
const sealed = (second?: 'agrees' | 'silent'): Event => ({
  type: 'sealed',
  hash,
  ran: true,
  receipt,
  ...(second ? { second } : {}),
})

const seen = [...out, included]
/** Sealed in a block that another one has taken the place of by now. */
const elsewhere = [...out, did.sealed('0', { blockNumber: '0x9', blockHash: '0x09' })]

describe('the second RPC’s word on a sealed block', () => {
  test.each<[string, Event[], Opinion, Event[]]>([
    ['is not there: the block counts', out, undefined, [sealed()]],
    ['agrees', out, 'agrees', [sealed('agrees')]],
    ['is silence: the block counts', out, 'silent', [sealed('silent')]],
    ['is awaited', out, 'awaited', [included, awaited]],
    ['is awaited of what was seen before', seen, 'awaited', [awaited]],
    ['is still awaited, which is no news', [...seen, awaited], 'awaited', []],
    ['is awaited after a dispute, which stands', [...seen, disputed], 'awaited', []],
    ['is awaited anew in another block', elsewhere, 'awaited', [moved, included, awaited]],
    ['comes late', [...seen, awaited], 'agrees', [sealed('agrees')]],
    ['differs', out, 'differs', [included, disputed]],
    ['differs of what was seen before', seen, 'differs', [disputed]],
    ['still differs, which is no news', [...seen, disputed], 'differs', []],
    ['differs in another block', elsewhere, 'differs', [moved, included, disputed]],
    ['is silence after a dispute, which stands', [...seen, disputed], 'silent', []],
    ['agrees after a dispute', [...seen, disputed], 'agrees', [sealed('agrees')]],
    ['is not asked for any more after a dispute', [...seen, disputed], undefined, [sealed()]],
  ])('%s', async (_, known, opinion, events) => {
    const { eyes, include, look } = observing(known)
    include(hash, { block: 10 })
    eyes.opinion = opinion
    expect(await look()).toEqual(events)
  })
})
