import { describe, expect, test } from 'vitest'
import { meaningOf } from '@/components/batches/meaning'
import { wordOf } from '@/components/batches/word'
import { fold } from '@/lib/batch/state'
import type { Event } from '@/lib/db/batchEvent'
import { did, hashOf, makeBatch } from '../batch/batches'
import { operated, sponsored } from '../batch/sponsoredBatches'

/** The word and the sentence on the page of a batch that somebody else pays for. */
const said = (events: Event[], upgrade = false) => {
  const batch = makeBatch({ ...sponsored, upgrade })
  const state = fold([operated('first', { upgrade }), ...events])
  const word = wordOf({ batch, state, isQueued: false }, true)
  return [word, meaningOf(word, batch, state, false)]
}

const burn = (nonce = 5): Event => did.signed('burn', 0, { kind: 'cancel', nonce })
const overtaken = (hasHistory: boolean): Event => ({ type: 'overtaken', index: 0, hasHistory })
const replaced = (name: string): Event => ({ type: 'replaced', index: 0, by: hashOf(name) })
const stopped: Event = { type: 'stopped', reason: 'user' }
const burnt: Event[] = [stopped, burn(), did.sealed('burn')]

describe('the page of a batch that somebody else pays for says', () => {
  test.each<[string, Event[], string, string]>([
    ['that no service took it', [], 'Sending', 'Signed. No service has accepted it yet.'],
    [
      'that a service has it, and not the network',
      [did.sent('first')],
      'Sent',
      'A service has it. Waiting for a block.',
    ],
    [
      'that it may run before it is cancelled',
      [stopped, burn(), did.sent('burn')],
      'Cancelling',
      'It is being canceled. The batch can still run until a block confirms that.',
    ],
    [
      'that it can run no more, whatever became of its cancellation',
      [stopped, burn(), { type: 'lapsed', hash: hashOf('first'), block: 1 }],
      'Cancelling',
      'It has expired and can no longer run.',
    ],
    [
      'that its cancellation is not final, and never that another transaction came first',
      [...burnt, overtaken(true)],
      'Cancelling',
      'Its cancellation is in a block. Volley waits until that block is final.',
    ],
    [
      'that its nonce is used, which is none of the account’s, and not by what as long as nobody knows',
      [overtaken(true)],
      'Overtaken',
      'Its nonce is used. Volley waits for a final block that shows what used it.',
    ],
    [
      'that its cancellation failed, and never that it is in a block',
      [did.sent('first'), stopped, burn(), did.sealed('burn', { status: '0x0' })],
      'Sent',
      'Its cancellation failed, so the batch may still run. Cancel it again.',
    ],
    [
      'that nobody can prove by what',
      [overtaken(false)],
      'Overtaken',
      'Something used its nonce. The node has no history to show what. The batch stays pending.',
    ],
    [
      'that it was cancelled, and not from another wallet',
      [...burnt, replaced('burn')],
      'Replaced',
      'It was canceled. Nothing took effect.',
    ],
    [
      'what used its nonce',
      [replaced('other')],
      'Replaced',
      `Nothing took effect: transaction ${hashOf('other')} used its nonce.`,
    ],
  ])('%s', (_, events, word, text) => {
    expect(said(events)).toEqual([word, text])
  })

  test('that its authorization is still out, unless the cancellation ended that as well', () => {
    const stillOut = 'Its permission to upgrade stays valid'
    expect(said([...burnt, replaced('burn')], true)[1]).not.toContain(stillOut)
    expect(said([replaced('other')], true)[1]).toContain(stillOut)
    const later = [stopped, burn(6), did.sealed('burn'), replaced('burn')]
    expect(said(later, true)[1]).toContain(stillOut)
  })
})
