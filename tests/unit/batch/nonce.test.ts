import { beforeEach, expect, test, vi } from 'vitest'
import { append } from '@/lib/batch/journal'
import type { Event } from '@/lib/db/batchEvent'
import { fold } from '@/lib/batch/state'
import { accountRows, heldNonces, nextNonce } from '@/lib/batch/nonce'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { bob } from '../accounts'
import { did, storeBatch } from './batches'
import { openChain } from './fakeChain'

const { signed, included, sealed, stopped, moved, final } = did

beforeEach(emptyDatabase)

test.each<[string, Event[], number[]]>([
  ['nothing before it signs', [], []],
  ['what is signed', [signed('a', 0, { nonce: 5 })], [5]],
  ['two for an upgrade', [signed('a', 0, { nonce: 5, upgrade: true })], [5, 6]],
  ['none once it is in a block', [signed('a', 0, { nonce: 5 }), included('a')], []],
  [
    'it again when that block is gone',
    [signed('a', 0, { nonce: 5 }), included('a'), moved('a')],
    [5],
  ],
  [
    'none once its cancellation is in a block',
    [
      signed('a', 0, { nonce: 5, upgrade: true }),
      signed('b', 0, { nonce: 5, upgrade: true, kind: 'cancel' }),
      included('b'),
    ],
    [],
  ],
  [
    'only what is out of a batch in order',
    [signed('a', 0, { nonce: 5 }), included('a'), signed('b', 1, { nonce: 6 })],
    [6],
  ],
])('a batch holds %s', (_, events, nonces) => {
  expect(heldNonces(fold(events))).toEqual(nonces)
})

test.each<[string, number, Event[][], number]>([
  ['the account’s count', 5, [], 5],
  ['after what a live batch holds', 5, [[signed('a', 0, { nonce: 5 })]], 6],
  ['after both that an upgrade holds', 5, [[signed('a', 0, { nonce: 5, upgrade: true })]], 7],
  [
    'after several',
    5,
    [[signed('a', 0, { nonce: 5 })], [signed('b', 0, { nonce: 6, upgrade: true })]],
    8,
  ],
  ['the lowest that is free, in a gap too', 5, [[signed('a', 0, { nonce: 6 })]], 5],
  [
    'after what a live batch has in a block, though the node lags behind',
    5,
    [[signed('a', 0, { nonce: 5 }), included('a')]],
    6,
  ],
  [
    'after both nonces of an upgrade in a block, though the node lags behind',
    5,
    [[signed('a', 0, { nonce: 5, upgrade: true }), sealed('a')]],
    7,
  ],
  [
    'after the one nonce of an upgrade whose authorization did not take',
    5,
    [[signed('a', 0, { nonce: 5, upgrade: true }), sealed('a', {}, false)]],
    6,
  ],
  [
    'the lowest that is free after those in a block',
    5,
    [[signed('a', 0, { nonce: 6 }), included('a')], [signed('b', 0, { nonce: 7 })]],
    8,
  ],
  [
    'that of a transaction whose block is gone no more than once',
    5,
    [[signed('a', 0, { nonce: 5 }), included('a'), moved('a')]],
    6,
  ],
  ['not held back by what a batch used', 7, [[signed('a', 0, { nonce: 5 }), included('a')]], 7],
  ['not held back by what is final', 5, [[signed('a', 0, { nonce: 5 }), final]], 5],
  ['not held back by what was never signed', 5, [[stopped()]], 5],
])('the next nonce is %s', async (_, count, others, nonce) => {
  const { chain, world } = openChain()
  chain.count = count
  for (const events of others) await append((await storeBatch()).key, events, 0)
  expect(await nextNonce(world, await storeBatch())).toBe(nonce)
})

test('another account or chain holds nothing here', async () => {
  const { world } = openChain()
  for (const [terms, a, b] of [
    [{ from: bob }, 'a', 'b'],
    [{ chainId: 8453 }, 'c', 'd'],
  ] as const)
    await append(
      (await storeBatch(terms)).key,
      [signed(a, 0, { nonce: 5 }), signed(b, 1, { nonce: 8 }), included(b)],
      0,
    )
  expect(await nextNonce(world, await storeBatch())).toBe(5)
})

test('the count asked for is the pre-confirmed one', async () => {
  const { chain, world } = openChain()
  chain.answers = {
    eth_getTransactionCount: ([, block]: [string, string]) => (block === 'pending' ? '0x9' : '0x0'),
  }
  expect(await nextNonce(world, await storeBatch())).toBe(9)
})

test('the rows of an account are read in one transaction: what is live no more has raised the floor', async () => {
  const batch = await storeBatch()
  const opened = vi.spyOn(journal.core, 'transaction')
  const { places, floor } = await accountRows(batch)
  expect(places.map((place) => place.batch.key)).toEqual([batch.key])
  expect(floor).toBe(0)
  expect(opened).toHaveBeenCalledOnce()
  opened.mockRestore()
})
