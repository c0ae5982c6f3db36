import type { Address } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { internalOrigin } from '@/lib/approvals/internalOrigin'
import { journal, type Approval } from '@/lib/db'
import { keepSetting, setting } from '@/lib/db/settings'
import { dropAccount, removing } from '@/lib/keyring/accounts'
import { alice, bob, dapp, other, stranger } from '../accounts'
import { storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'

beforeEach(async () => {
  await emptyDatabase()
  await journal.accounts.bulkPut([
    { address: alice, index: 0, name: 'Account 1' },
    { address: bob, index: 1, name: 'Account 2' },
    { address: stranger, index: 2, name: 'Watched', source: 'watch' },
  ])
})

const drop = (address: Address) => journal.transaction('rw', removing, () => dropAccount(address))

const grant = (origin: string, accounts: Address[]) =>
  journal.permissions.put({ origin, accounts, chainId: 8453, createdAt: 1 })

const request = (origin: string, state: Approval['state'] = 'pending') =>
  journal.approvals.put({
    id: 'a',
    origin,
    documentId: '',
    method: 'personal_sign',
    wire: '',
    params: [],
    state,
    createdAt: 1,
  })

const stored = async () => ({
  addresses: (await journal.accounts.orderBy('index').toArray()).map(({ address }) => address),
  permissions: await journal.permissions.toArray(),
  active: await setting('activeAccount'),
})

/** Holds that an account is not dropped, for this reason, and that all there is stays. */
const expectKept = async (address: Address, why: 'last' | 'live' | 'asked') => {
  const before = await stored()
  expect(await drop(address)).toBe(why)
  expect(await stored()).toEqual(before)
}

describe('an account that is dropped', () => {
  test('is gone from the list, and the others keep their places', async () => {
    expect(await drop(bob)).toBeUndefined()
    expect(await journal.accounts.orderBy('index').toArray()).toEqual([
      { address: alice, index: 0, name: 'Account 1' },
      { address: stranger, index: 2, name: 'Watched', source: 'watch' },
    ])
  })

  test('is gone from each site that held it, and a site that held no other is disconnected', async () => {
    await grant(dapp, [stranger, bob, alice])
    await grant(other, [bob])
    await grant('https://third.example', [alice])
    expect(await drop(bob)).toBeUndefined()
    expect(await journal.permissions.orderBy('origin').toArray()).toEqual([
      { origin: dapp, accounts: [stranger, alice], chainId: 8453, createdAt: 1 },
      { origin: 'https://third.example', accounts: [alice], chainId: 8453, createdAt: 1 },
    ])
  })

  test('is the active one no more', async () => {
    await keepSetting('activeAccount', bob)
    await drop(bob)
    expect(await setting('activeAccount')).toBeUndefined()
  })

  test('leaves another one active', async () => {
    await keepSetting('activeAccount', alice)
    await drop(bob)
    expect(await setting('activeAccount')).toBe(alice)
  })
})

describe('an account stays', () => {
  beforeEach(async () => {
    await grant(dapp, [bob, alice])
    await keepSetting('activeAccount', bob)
  })

  test('where it is the only one', async () => {
    await journal.accounts.bulkDelete([alice, stranger])
    await expectKept(bob, 'last')
  })

  test('where all others are hidden', async () => {
    await journal.accounts.update(alice, { isHidden: true })
    await journal.accounts.update(stranger, { isHidden: true })
    await expectKept(bob, 'last')
  })

  test('while a batch of it lives', async () => {
    await storeBatch({ from: alice })
    await storeBatch({ from: bob })
    await expectKept(bob, 'live')
  })

  test('while a site that holds it waits for the user', async () => {
    await grant(other, [alice])
    await request(dapp)
    await expectKept(bob, 'asked')
  })

  test('while the wallet’s own page waits for the user', async () => {
    await request(internalOrigin)
    await expectKept(bob, 'asked')
  })
})

describe('an account is dropped all the same', () => {
  test('where one of the others is shown', async () => {
    await journal.accounts.update(alice, { isHidden: true })
    expect(await drop(bob)).toBeUndefined()
  })

  test('where it is hidden itself', async () => {
    await journal.accounts.update(bob, { isHidden: true })
    expect(await drop(bob)).toBeUndefined()
  })

  test('where its batches have ended, and one of another account lives', async () => {
    await storeBatch({ from: alice })
    const { key } = await storeBatch({ from: bob })
    await journal.batches.update(key, { live: 0 })
    expect(await drop(bob)).toBeUndefined()
  })

  test('where a site that does not hold it waits', async () => {
    await grant(dapp, [bob])
    await grant(other, [alice])
    await request(other)
    expect(await drop(bob)).toBeUndefined()
  })

  test.each(['approved', 'rejected'] as const)('where what its site asked is %s', async (state) => {
    await grant(dapp, [bob])
    await request(dapp, state)
    expect(await drop(bob)).toBeUndefined()
  })
})
