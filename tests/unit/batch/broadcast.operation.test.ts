import { expect, test, vi } from 'vitest'
import { broadcast } from '@/lib/batch/broadcast'
import { fold } from '@/lib/batch/state'
import type { World } from '@/lib/batch/world'
import type { SponsorTerms } from '@/lib/db'
import { did, hashOf, makeBatch } from './batches'
import { openChain } from './fakeChain'

const sponsor = { url: 'https://pay.example', bundler: 'https://bundler.example' } as SponsorTerms

type Sent = Awaited<ReturnType<NonNullable<World['sponsors']>['send']>>

/** Sends a signed operation; its deadline is at 1,000,000 s. */
const sendWith = async (answer: Sent, { refused = '', now = 0, isPaid = true } = {}) => {
  const { chain, world } = openChain()
  chain.now = now
  const send = vi.fn(() => Promise.resolve(answer))
  world.sponsors = { send } as unknown as NonNullable<World['sponsors']>
  const [one] = fold([did.operation('op')]).transactions
  if (!one) throw new Error('no operation')
  const batch = { ...makeBatch({ mode: 'atomic' }), ...(isPaid ? { sponsor } : {}) }
  const events = await broadcast(world, batch, { ...one, ...(refused ? { refused } : {}) })
  return { events, send, asked: chain.asked, signed: one.operation?.signed }
}

test('an operation goes to the bundler of its batch, and to no node', async () => {
  const { events, send, asked, signed } = await sendWith({ value: true })
  expect(events).toEqual([{ type: 'sent', hash: hashOf('op') }])
  expect(send.mock.calls).toEqual([[sponsor, signed, hashOf('op')]])
  expect(asked).toEqual([])
})

test('a refusal is told once, and silence not at all', async () => {
  const refusal = { failed: 'refused' } as unknown as Sent
  expect((await sendWith(refusal)).events).toEqual([
    { type: 'refused', hash: hashOf('op'), reason: 'refused' },
  ])
  expect((await sendWith(refusal, { refused: 'refused' })).events).toEqual([])
  expect((await sendWith(refusal, { refused: 'funds' })).events).toHaveLength(1)
  expect((await sendWith({ failed: 'silent' } as unknown as Sent)).events).toEqual([])
})

test.each([
  [999_999_999, 1],
  [1_000_000_000, 0],
])('an operation at %s ms is sent %s times', async (now, times) => {
  expect((await sendWith({ value: true }, { now })).send).toHaveBeenCalledTimes(times)
})

test('an operation of a batch without a sponsor goes nowhere', async () => {
  const { events, send, asked } = await sendWith({ value: true }, { isPaid: false })
  expect([events, asked]).toEqual([[], []])
  expect(send).not.toHaveBeenCalled()
})
