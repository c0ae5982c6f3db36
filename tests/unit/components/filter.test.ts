import { beforeEach, expect, test } from 'vitest'
import { readPage } from '@/components/batches/batchViews'
import { append } from '@/lib/batch/journal'
import { journal } from '@/lib/db'
import { did, hashOf, storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, other, stranger } from '../accounts'

beforeEach(emptyDatabase)

const keysOf = async (filter: Parameters<typeof readPage>[2]) =>
  (await readPage(undefined, undefined, filter)).views.map(({ batch }) => batch.id)

test('what is looked for is found by site, account, network, ID, address and hash', async () => {
  await storeBatch({ id: 'first', from: bob, origin: other, chainId: 8453 })
  const second = await storeBatch({ id: 'second', mode: 'one' })
  await append(second.key, [did.signed('a')], 1)
  expect(await keysOf({})).toEqual(['second', 'first'])
  expect(await keysOf({ origin: dapp })).toEqual(['second'])
  expect(await keysOf({ account: bob })).toEqual(['first'])
  expect(await keysOf({ chainId: 8453 })).toEqual(['first'])
  expect(await keysOf({ text: 'FIRST' })).toEqual(['first'])
  expect(await keysOf({ text: alice.toLowerCase() })).toEqual(['second'])
  expect(await keysOf({ text: stranger })).toEqual(['second', 'first'])
  expect(await keysOf({ text: hashOf('a') })).toEqual(['second'])
  expect(await keysOf({ text: hashOf('b') })).toEqual([])
  expect(await keysOf({ text: 'second', origin: other })).toEqual([])
})

test('what became of it is asked of its events, however far back it lies', async () => {
  const { key } = await storeBatch({ id: 'stopped' })
  await append(key, [{ type: 'stopped', reason: 'user' }], 1)
  for (let count = 0; count < 120; count++) await storeBatch({ id: `open ${count}` })
  // Ended batches need no look for batches ahead, which would be slow with so many.
  await journal.batches.toCollection().modify({ live: 0 })
  expect(await keysOf({ became: 'failed' })).toEqual(['stopped'])
  expect(await keysOf({ became: 'done' })).toEqual([])
  const open = await readPage(undefined, undefined, { became: 'open' })
  expect([open.views.length, open.hasMore]).toEqual([20, true])
})
