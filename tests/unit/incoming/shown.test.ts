import type { Address } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { append } from '@/lib/batch/journal'
import { cache, journal } from '@/lib/db'
import { allIncoming, countCleared, incomingKey, type Incoming } from '@/lib/incoming/incoming'
import { permissionsChanged } from '@/lib/sites/permissions'
import { verbs } from '@/lib/wallet'
import { alice, bob, stranger } from '../accounts'
import { did, hashOf, storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { usdc } from '../decode/encode'
import { fakes } from '../wallet/fakeServices'

const chainId = 8453

const found = (seenAt: readonly number[]): Incoming => ({
  start: 0,
  walk: { parts: [{ from: 0, to: 9 }], span: 1, refused: Infinity, calm: 0 },
  receipts: seenAt.map((at) => ({
    token: usdc,
    from: bob,
    amount: '0x1',
    block: 5,
    hash: hashOf(`r${at}`),
    index: 0,
    seenAt: at,
  })),
  unknown: [
    { token: stranger, from: bob, amount: '0x1', block: 5, hash: hashOf('u'), index: 0, seenAt: 1 },
  ],
  rises: seenAt.map((at) => ({ amount: '0x2', since: 1, block: 8, seenAt: at })),
  state: 'all',
})

const keep = (account: Address, seenAt: readonly number[]) =>
  cache.facts.put({ key: incomingKey(chainId, account), value: found(seenAt), at: 1 })

const shown = async () =>
  (await allIncoming()).map(({ account, incoming: { receipts, rises } }) => ({
    account,
    receipts: receipts.map(({ seenAt }) => seenAt),
    rises: rises.map(({ seenAt }) => seenAt),
  }))

const all = (account: Address, seenAt: readonly number[]) => ({
  account,
  receipts: [...seenAt],
  rises: [...seenAt],
})

const { all: services } = fakes()

beforeEach(async () => {
  await emptyDatabase()
  await journal.accounts.bulkAdd([
    { address: alice, index: 0, name: 'A' },
    { address: bob, index: 1, name: 'B', source: 'watch' },
  ])
})

describe('what arrived', () => {
  test('goes with its account', async () => {
    await keep(alice, [5])
    await keep(bob, [5])
    expect(await shown()).toHaveLength(2)
    expect(await verbs.removeAccount({ address: bob, password: null }, services)).toBe('done')
    expect(await shown()).toEqual([all(alice, [5])])
    expect(await cache.facts.get(incomingKey(chainId, bob))).toBeUndefined()
    // A page that looked meanwhile keeps what it found.
    await keep(bob, [6])
    expect(await shown()).toEqual([all(alice, [5])])
  })

  test('goes also where the background was stopped once the account had gone', async () => {
    await keep(bob, [5])
    await journal.accounts.delete(bob)
    expect(await verbs.removeAccount({ address: bob, password: null }, services)).toBe('done')
    expect(await cache.facts.get(incomingKey(chainId, bob))).toBeUndefined()
  })

  test('keeps no site from hearing that the account has gone, whatever the disk says', async () => {
    const told = vi.spyOn(permissionsChanged, 'emit')
    // A fault on purpose: the disk refuses the write.
    const refused = vi.spyOn(cache.facts, 'bulkDelete').mockRejectedValue(new Error('disk full'))
    const remove = () => verbs.removeAccount({ address: bob, password: null }, services)
    await expect(remove()).rejects.toThrow('disk full')
    expect(told).toHaveBeenCalledTimes(1)
    refused.mockRestore()
    expect(await remove()).toBe('done')
    expect(told).toHaveBeenCalledTimes(2)
    told.mockRestore()
  })

  test('stays with an account that is not removed', async () => {
    await keep(alice, [5])
    await keep(bob, [5])
    const { key } = await storeBatch({ from: bob })
    expect(await verbs.removeAccount({ address: bob, password: null }, services)).toBe('live')
    expect(await shown()).toHaveLength(2)
    await append(key, [did.stopped()], 0)
    await verbs.hideAccount({ address: bob, isHidden: true }, services)
    expect(await shown()).toHaveLength(2)
  })
})

describe('clearing what is finished', () => {
  const clear = (at: number) => verbs.clear({ at }, services)
  const unclear = (at: number) => verbs.unclear({ at }, services)

  test('hides what was found until then, and nothing that comes after', async () => {
    await keep(alice, [5, 9, 10])
    await clear(9)
    expect(await shown()).toEqual([all(alice, [10])])
    expect(await countCleared(9)).toBe(4)
    await keep(alice, [5, 9, 10, 12])
    expect(await shown()).toEqual([all(alice, [10, 12])])
    const [arrived] = await allIncoming()
    // Claims of strangers are no rows of the activity.
    expect(arrived?.incoming.unknown).toHaveLength(1)
  })

  test('is taken back alone, not with what was cleared before', async () => {
    await keep(alice, [5, 10])
    await clear(5)
    await clear(10)
    expect(await shown()).toEqual([all(alice, [])])
    expect(await countCleared(10)).toBe(2)
    await unclear(5)
    expect(await shown()).toEqual([all(alice, [])])
    await unclear(10)
    expect(await shown()).toEqual([all(alice, [10])])
    expect(await countCleared(10)).toBe(0)
    await unclear(10)
    expect(await shown()).toEqual([all(alice, [10])])
  })

  test('may be repeated by a page that does not know if it was heard', async () => {
    await keep(alice, [5])
    await clear(6)
    await clear(6)
    await unclear(6)
    expect(await shown()).toEqual([all(alice, [5])])
    expect(await journal.settings.get('receivedCleared')).toBeUndefined()
  })

  test('shows nothing again where the clock was set back', async () => {
    await keep(alice, [5, 10])
    await clear(10)
    await clear(4)
    expect(await shown()).toEqual([all(alice, [])])
    await unclear(4)
    expect(await shown()).toEqual([all(alice, [])])
  })

  test('of one batch hides nothing that arrived', async () => {
    await keep(alice, [5])
    const { key } = await storeBatch()
    await append(key, [did.stopped()], 0)
    await verbs.clear({ key, at: 9 }, services)
    expect(await shown()).toEqual([all(alice, [5])])
  })
})
