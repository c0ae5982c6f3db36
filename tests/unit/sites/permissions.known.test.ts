import { beforeEach, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import {
  permissionsChanged,
  permission,
  revoke,
  revokeAll,
  site,
  tell,
} from '@/lib/sites/permissions'
import { emptyDatabase } from '../database'
import { alice, bob, dapp } from '../accounts'

const row = { origin: dapp, accounts: [alice], chainId: 1, createdAt: 1 }

beforeEach(emptyDatabase)

test('what was read is known until it changes, in whichever way', async () => {
  expect(await permission(dapp)).toBeUndefined()
  await journal.permissions.put(row)
  expect(await permission(dapp)).toEqual(row)
  await journal.permissions.update(dapp, { accounts: [bob] })
  expect((await site(dapp)).accounts).toEqual([bob])
  await revoke(dapp)
  expect(await permission(dapp)).toBeUndefined()
  await journal.permissions.put(row)
  await revokeAll()
  expect(await permission(dapp)).toBeUndefined()
})

test('a read beside a write never leaves the old row behind', async () => {
  await journal.permissions.put(row)
  for (let round = 0; round < 50; round++) {
    const accounts = round % 2 ? [alice] : [bob]
    await Promise.all([
      permission(dapp),
      journal.transaction('rw', journal.permissions, async () => {
        await journal.permissions.update(dapp, { accounts })
        await journal.permissions.get('another')
      }),
      permission(dapp),
    ])
    expect((await permission(dapp))?.accounts).toEqual(accounts)
  }
})

test('what a transaction took back is not known', async () => {
  await journal.permissions.put(row)
  await journal
    .transaction('rw', journal.permissions, async () => {
      await journal.permissions.delete(dapp)
      throw new Error('the disk is full')
    })
    .catch(() => undefined)
  expect(await permission(dapp)).toEqual(row)
})

test('only what was written is told, and once', async () => {
  let times = 0
  tell()
  const stop = permissionsChanged.on(() => {
    times++
  })
  tell()
  expect(times).toBe(0)
  await journal.permissions.put(row)
  tell()
  tell()
  expect(times).toBe(1)
  stop()
})
