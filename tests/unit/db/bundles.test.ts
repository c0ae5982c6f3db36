import Dexie from 'dexie'
import type { Hash } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { ownFloor, ownAmong } from '@/lib/incoming/ownTransactions'
import { alice } from '../accounts'
import { hashOf } from '../batch/batches'

/** The schema of version 5, in its own words, as far as it knew of user operations. */
const version5 = {
  approvals: 'id, state, documentId, reserves',
  permissions: 'origin',
  accounts: 'address, index',
  batches: 'key, &[origin+from+id], [origin+id], live, createdAt, [shown+createdAt], clearedAt',
  events: '[key+seq]',
  vault: 'id',
  tombstones: '[origin+from+id]',
  networks: 'chainId',
  assets: 'key, chainId',
  contacts: 'address',
  parties: 'address',
  sites: 'origin',
  settings: 'key',
  floors: 'key',
  signatures: 'hash, key',
  signings: 'id, key',
}

const floor = `31337 ${alice} ${hashOf('genesis')}`
const bundle = hashOf('bundle')

const signature = (name: string) => ({ hash: hashOf(name), key: name, floor })
const inBundle = signature('in bundle')
const moved = signature('moved')
const pending = signature('pending')
const usual = signature('usual')
/** An operation that a block holds, but whose batch the user gave up, so that nothing signed is known of it. */
const givenUp = signature('given up')

const operation = ({ key, hash }: typeof usual) => ({
  key,
  seq: 1,
  at: 1,
  event: { type: 'operation', index: 0, hash, nonce: 4, upgrade: false, deadline: 9, since: 1 },
})

const sealed = ({ key, hash }: typeof usual, transactionHash: Hash) => ({
  key,
  seq: 2,
  at: 2,
  event: { type: 'sealed', hash, ran: true, receipt: { transactionHash } },
})

beforeEach(async () => {
  // Dexie warns whenever it closes for a deletion.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await Dexie.delete('journal')
  const old = new Dexie('journal')
  old.version(5).stores(version5)
  await old.table('signatures').bulkAdd([inBundle, moved, pending, usual])
  await old.table('floors').bulkAdd([{ key: floor, nonce: 4 }])
  await old
    .table('events')
    .bulkAdd([
      operation(inBundle),
      sealed(inBundle, bundle),
      operation(moved),
      sealed(moved, hashOf('gone')),
      { key: moved.key, seq: 3, at: 3, event: { type: 'moved', hash: moved.hash } },
      operation(pending),
      operation(givenUp),
      sealed(givenUp, hashOf('unknown')),
      sealed(usual, usual.hash),
    ])
  old.close()
  await journal.open()
})

afterEach(async () => {
  await Dexie.delete('journal')
  await journal.open()
  vi.restoreAllMocks()
})

test('of what version 5 has written, each sealed operation names the transaction that held it, and is counted', async () => {
  const rows = await journal.signatures.toArray()
  expect(rows.filter((row) => row.bundle)).toEqual([{ ...inBundle, bundle }])
  expect(rows).toHaveLength(4)
  for (const same of [moved, pending, usual]) expect(rows).toContainEqual(same)
  expect(await journal.floors.toArray()).toEqual([{ key: floor, nonce: 4, operations: 1 }])
})

test('what version 5 has written is known as the account’s own', async () => {
  const asked = [bundle, usual.hash, hashOf('gone'), hashOf('stranger’s')]
  expect(await ownAmong(31337, alice, asked)).toEqual(new Set([usual.hash, bundle]))
  expect(await ownAmong(8453, alice, asked)).toEqual(new Set())
  expect(await ownFloor(31337, alice)).toBe(5)
})
