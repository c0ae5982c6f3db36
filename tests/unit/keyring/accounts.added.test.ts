import { beforeEach, describe, expect, test } from 'vitest'
import { journal, type Account } from '@/lib/db'
import { accountsOf, addAccounts, type NewAccount } from '@/lib/keyring/accounts'
import type { Content } from '@/lib/keyring/blob'
import { alice, bob, lone, stranger } from '../accounts'
import { emptyDatabase } from '../database'

beforeEach(emptyDatabase)

const listed = () => journal.accounts.orderBy('index').toArray()

const sealed = { iv: '', data: '' }

test('the accounts of a vault are those of its keys, with the path of each that the phrase derives', () => {
  const content: Content = {
    id: 'vault',
    version: 1,
    kdf: { name: 'argon2id', memory: 1, passes: 1, lanes: 1, salt: '' },
    key: sealed,
    keys: { [alice]: { ...sealed, path: 0 }, [bob]: sealed, [stranger]: { ...sealed, path: 7 } },
  }
  expect(accountsOf(content)).toEqual([
    { address: alice, path: 0 },
    { address: bob, source: 'key' },
    { address: stranger, path: 7 },
  ])
})

describe('a new account', () => {
  test('is the first of an empty list, and the next ones follow it', async () => {
    await addAccounts([
      { address: alice, path: 0 },
      { address: bob, source: 'key' },
    ])
    expect(await listed()).toEqual([
      { address: alice, path: 0, index: 0, name: 'Account 1' },
      { address: bob, source: 'key', index: 1, name: 'Account 2' },
    ])
  })

  test('comes behind the last one, also where one before it was removed', async () => {
    await journal.accounts.bulkPut([
      { address: bob, index: 4, name: 'Savings' },
      { address: alice, index: 2, name: 'Account 3' },
    ])
    await addAccounts([{ address: stranger, source: 'watch' }])
    expect((await listed()).at(-1)).toEqual({
      address: stranger,
      source: 'watch',
      index: 5,
      name: 'Account 6',
    })
  })

  test('takes the next number where the ones before it are in the list already', async () => {
    await addAccounts([{ address: alice, path: 0 }])
    await addAccounts([
      { address: alice, path: 0 },
      { address: bob, path: 1 },
      { address: lone.address, path: 2 },
    ])
    expect((await listed()).map(({ address, name }) => [address, name])).toEqual([
      [alice, 'Account 1'],
      [bob, 'Account 2'],
      [lone.address, 'Account 3'],
    ])
  })
})

/** Lists one account, adds it again as another one, and returns what is listed then. */
const again = async (known: Partial<Account>, added: Omit<NewAccount, 'address'>) => {
  const before = { address: alice, index: 3, name: 'Mine', ...known }
  await journal.accounts.put(before)
  await addAccounts([{ address: alice, ...added }])
  return { before, after: await listed() }
}

const device = { source: 'ledger', devicePath: "m/44'/60'/0'/0/0" } as const
const camera = { source: 'qr', devicePath: "m/44'/60'/0'/0/1", fingerprint: 5 } as const

describe('an account that is listed and added again', () => {
  test.each<[string, Partial<Account>, Omit<NewAccount, 'address'>, Partial<Account>]>([
    ['watched, gets its key', { source: 'watch' }, { source: 'key' }, { source: 'key' }],
    ['watched, is the phrase’s', { source: 'watch' }, { path: 2 }, { path: 2 }],
    ['watched, is in a device', { source: 'watch' }, device, device],
    ['a key of its own, is the phrase’s', { source: 'key' }, { path: 0 }, { path: 0 }],
    ['of a device, gets its key and no path', device, { source: 'key' }, { source: 'key' }],
    ['of a device, is the phrase’s', device, { path: 1 }, { path: 1 }],
    ['of one that reads QR codes, is in another', camera, device, device],
    [
      'hidden, stays so',
      { source: 'watch', isHidden: true },
      { path: 1 },
      { path: 1, isHidden: true },
    ],
  ])('%s, and keeps index and name', async (_, known, added, expected) => {
    const { after } = await again(known, added)
    expect(after).toEqual([{ address: alice, index: 3, name: 'Mine', ...expected }])
  })

  test.each<[string, Partial<Account>, Omit<NewAccount, 'address'>]>([
    ['of the phrase, and its key is imported', { path: 0 }, { source: 'key' }],
    ['of the phrase, and a device has it', { path: 0 }, device],
    ['of the phrase, and is added once more', { path: 0 }, { path: 0 }],
    ['a key of its own, and is to be watched', { source: 'key' }, { source: 'watch' }],
    ['of a device, and is to be watched', device, { source: 'watch' }],
    ['watched already', { source: 'watch' }, { source: 'watch' }],
    ['of a device, at another path of it', device, { ...device, devicePath: "m/44'/60'/0'/0/9" }],
  ])('stays as it is: %s', async (_, known, added) => {
    const { before, after } = await again(known, added)
    expect(after).toEqual([before])
  })
})
