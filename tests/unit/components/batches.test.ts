import { describe, expect, test } from 'vitest'
import { canCancel } from '@/components/batches/canCancel'
import { jsonOf } from '@/components/batches/CopyJson'
import { meaningOf } from '@/components/batches/meaning'
import { speedable } from '@/lib/batch/machine'
import { summaryOf } from '@/components/batches/summary'
import { wordOf } from '@/components/batches/word'
import type { Event } from '@/lib/db/batchEvent'
import { fold } from '@/lib/batch/state'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { executor } from '@/lib/delegate/executor'
import { stranger } from '../accounts'
import { did, hashOf, makeBatch, receiptOf } from '../batch/batches'

/** Returns the words and buttons on a batch's page after these events. */
const page = (events: Event[], terms: Partial<FrozenTerms> = { mode: 'one' }) => {
  const batch = makeBatch(terms)
  const state = fold([{ type: 'approved' }, ...events])
  const word = wordOf({ batch, state, isQueued: false }, true)
  return {
    word,
    meaning: meaningOf(word, batch, state, false),
    mayCancel: canCancel(batch, state),
    speedable: speedable(state)?.hash,
  }
}

const sent = [did.signed('0', 0, { nonce: 41 }), did.sent('0')]
const overtaken = (hasHistory: boolean): Event => ({ type: 'overtaken', index: 0, hasHistory })
const by = hashOf('of another wallet')
const replaced: Event = { type: 'replaced', index: 0, by }
const sealed = (second: 'agrees' | 'silent'): Event => ({
  type: 'sealed',
  hash: hashOf('0'),
  ran: true,
  second,
  receipt: receiptOf(hashOf('0')),
})

test('what is signed and in no block may be sped up and cancelled', () => {
  expect(page(sent)).toMatchObject({ word: 'Sent', mayCancel: true, speedable: hashOf('0') })
  expect(page([did.signed('0')]).speedable).toBe(hashOf('0'))
  expect(page([]).speedable).toBeUndefined()
  expect(page([...sent, did.included('0')]).speedable).toBeUndefined()
  expect(page([...sent, did.stopped('reset')]).speedable).toBeUndefined()
})

describe('a batch in order that waits for a device', () => {
  const meaning = (events: Event[], device: 'ledger' | 'qr') => {
    const batch = makeBatch({ mode: 'sequence' })
    const state = fold([{ type: 'approved' }, ...events])
    const word = wordOf({ batch, state, isQueued: false, device }, true)
    return meaningOf(word, batch, state, false)
  }
  const asks = {
    ledger: 'Waiting for your Ledger to confirm the next transaction. It is not sent before that.',
    qr: 'Your QR device has to confirm the next transaction. It is not sent before that.',
  }

  test.each(['ledger', 'qr'] as const)('says what is in blocks already: %s', (device) => {
    expect(meaning([], device)).toBe(asks[device])
    expect(meaning([...sent, did.included('0')], device)).toBe(
      `In a block: 1 of 2 transactions. ${asks[device]}`,
    )
  })
})

test('a cancellation may be sped up, and not cancelled', () => {
  const cancel = did.signed('cancel', 0, { kind: 'cancel', nonce: 41 })
  expect(page([...sent, did.stopped(), cancel, did.sent('cancel')])).toMatchObject({
    word: 'Cancelling',
    mayCancel: false,
    speedable: hashOf('cancel'),
  })
})

test('a nonce that another has taken is waited for; nothing is offered', () => {
  expect(page([...sent, overtaken(true)])).toEqual({
    word: 'Overtaken',
    meaning: 'Another transaction took its nonce, 41. Volley waits until that block is final.',
    mayCancel: false,
    speedable: undefined,
  })
  expect(page([...sent, overtaken(false)]).meaning).toBe(
    'Another transaction took its nonce, 41. The node has no history to prove it. The batch stays pending.',
  )
  expect(page([...sent, overtaken(true), did.included('0')]).word).toBe('Pre-confirmed')
})

test('that it is proven says by which transaction', () => {
  expect(page([...sent, overtaken(true), replaced])).toEqual({
    word: 'Replaced',
    meaning: `Nothing took effect. Nonce 41 was used by transaction ${by} from another wallet.`,
    mayCancel: false,
    speedable: undefined,
  })
  const second: Event = { type: 'replaced', index: 1, by }
  const signed = [did.sealed('0'), did.signed('1', 1, { nonce: 42 }), did.sent('1'), second]
  expect(page([...sent, ...signed], {})).toMatchObject({
    word: 'Partly done',
    meaning: `1 step of 2 took effect. The rest did not and will not. Nonce 42 was used by transaction ${by} from another wallet.`,
  })
})

test('a step that lost its block behind a later one is said, until a block has it again', () => {
  const first = [...sent, did.sealed('0')]
  const both = [...first, did.signed('1', 1, { nonce: 42 }), did.sent('1')]
  const moved: Event = { type: 'moved', hash: hashOf('0') }
  const risk = 'A later step may still run.'
  expect(page(both, {}).meaning).toBe('In a block: 1 of 2 transactions.')
  expect(page([...first, moved], {}).meaning).not.toContain(risk)
  expect(page([...both, moved], {})).toMatchObject({
    word: 'Sent',
    meaning: `In a block: 0 of 2 transactions. If the network drops a step, Volley sends it again. ${risk}`,
  })
  expect(page([...both, moved, did.sent('0'), did.included('1')], {}).meaning).toContain(risk)
  expect(page([...both, moved, did.sealed('0')], {}).meaning).not.toContain(risk)
})

test('what the second RPC says is said', () => {
  expect(page([...sent, sealed('agrees')])).toMatchObject({
    word: 'Confirmed',
    meaning: 'Every step ran.',
  })
  expect(page([...sent, sealed('silent')])).toMatchObject({
    word: 'Confirmed',
    meaning: 'Every step ran. The second RPC did not answer within 10 s.',
  })
  const disputed: Event = { type: 'disputed', hash: hashOf('0') }
  expect(page([...sent, did.included('0'), disputed])).toMatchObject({
    word: 'Disputed',
    meaning: 'The second RPC does not have this block. It is still pending.',
  })
  expect(page([...sent, did.included('0'), disputed, sealed('agrees')]).word).toBe('Confirmed')
})

test('an upgrade that another wallet’s transaction replaced says that its authorization is out', () => {
  const upgrading = { mode: 'atomic', upgrade: true } as const
  expect(page([...sent, replaced], upgrading).meaning).toContain('stays valid until')
  expect(page([...sent, replaced]).meaning).not.toContain('stays valid until')
})

describe('a revocation', () => {
  const revoking: Partial<FrozenTerms> = { mode: 'one', revokes: executor }

  test('is called by what it revokes', () => {
    expect(summaryOf(makeBatch(revoking))).toBe('Revoke Simple7702Account 0.8')
    expect(summaryOf(makeBatch({ mode: 'one', revokes: stranger }))).toBe('Revoke unknown code')
    expect(summaryOf(makeBatch())).toBe('2 steps')
  })

  test.each<[string, Event[], string]>([
    ['done', [sealed('agrees')], 'This is a standard account'],
    ['done, the second RPC being silent', [sealed('silent')], 'did not answer within 10 s'],
    ['unclear', [did.sealed('0', {}, null)], 'may still have code'],
    ['ended before it was signed', [did.stopped('delegate')], 'changed after you approved'],
    ['overtaken for good', [overtaken(true), replaced], 'permission to revoke stays valid'],
  ])('says what it came to: %s', (_, events, words) => {
    const before = events[0]?.type === 'stopped' ? [] : sent
    expect(page([...before, ...events], revoking).meaning).toContain(words)
  })

  test('is in the copy of its batch', () => {
    const batch = makeBatch(revoking)
    const json = jsonOf({ batch, state: fold([{ type: 'approved' }]), isQueued: false })
    expect(JSON.parse(json)).toMatchObject({ revokes: executor })
  })
})
