import { beforeEach, describe, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import { keepSetting, setting } from '@/lib/db/settings'
import { verbs } from '@/lib/wallet'
import { development } from '../../chain/development'
import { storeBatch } from '../batch/batches'
import { alice, bob, dapp, keys, other, stranger } from '../accounts'
import { fakes } from '../wallet/fakeServices'
import { openMade } from './keyStorage'

const { phrase, password } = development

const keyOf = (address: typeof alice) => keys[address] ?? '0x'

const openTwo = openMade(async (keyring) => {
  await keyring.create({ key: keyOf(alice) }, password)
  await keyring.addKey(keyOf(bob))
  await journal.accounts.add({ address: stranger, index: 2, name: 'Watched', source: 'watch' })
})

/** A wallet that began with a key, watches an address, and holds a second key; unlocked. */
const start = async () => {
  const { storage, keyring } = await openTwo()
  const services = { ...fakes().all, keyring }
  const remove = (address: typeof alice, word: string | null = null) =>
    verbs.removeAccount({ address, password: word }, services)
  return { storage, keyring, remove, services }
}

let scene: Awaited<ReturnType<typeof start>>

beforeEach(async () => {
  scene = await start()
})

const addresses = async () =>
  (await journal.accounts.orderBy('index').toArray()).map(({ address }) => address)

const grant = (origin: string, ...accounts: (typeof alice)[]) =>
  journal.permissions.put({ origin, accounts, chainId: 8453, createdAt: 1 })

describe('an imported key', () => {
  test('is removed with the password, from both copies of the vault, and does not come back', async () => {
    const { storage, keyring, remove } = scene
    await keepSetting('activeAccount', bob)
    expect(await remove(bob)).toBe('wrong password')
    expect(await remove(bob, 'not the password')).toBe('wrong password')
    expect(await addresses()).toContain(bob)
    expect(await remove(bob, password)).toBe('done')
    expect(await addresses()).toEqual([alice, stranger])
    expect(JSON.stringify([storage.vault, await journal.vault.toArray()])).not.toContain(bob)
    expect(storage.vault).toEqual(await journal.vault.get('vault'))
    expect(await setting('activeAccount')).toBeUndefined()
    expect(await keyring.unlock(password)).toBe('open')
    expect(await addresses()).not.toContain(bob)
    expect(await remove(bob, password)).toBe('done')
  })

  test('is taken from the sites that hold it; one that has nothing else is disconnected', async () => {
    await grant(dapp, bob, alice)
    await grant(other, bob)
    expect(await scene.remove(bob, password)).toBe('done')
    expect(await journal.permissions.toArray()).toMatchObject([{ origin: dapp, accounts: [alice] }])
  })

  test('stays while a batch of it lives', async () => {
    await grant(dapp, bob)
    const { key } = await storeBatch({ from: bob })
    expect(await scene.remove(bob, password)).toBe('live')
    expect(await scene.remove(alice, password)).toBe('done')
    expect(await scene.keyring.reveal(password, bob)).toEqual({ secret: keyOf(bob) })
    expect(await journal.permissions.count()).toBe(1)
    await journal.batches.update(key, { live: 0 })
    expect(await scene.remove(bob, password)).toBe('done')
  })

  test('stays while a site that holds it waits for the user', async () => {
    await grant(dapp, bob)
    const row = { id: 'a', documentId: '', wire: '', params: [], state: 'pending', createdAt: 1 }
    await journal.approvals.add({ ...row, origin: dapp, method: 'personal_sign' } as never)
    expect(await scene.remove(bob, password)).toBe('asked')
    expect(await scene.remove(alice, password)).toBe('done')
  })

  test('stays where no other account is shown', async () => {
    for (const address of [alice, stranger])
      await journal.accounts.update(address, { isHidden: true })
    expect(await scene.remove(bob, password)).toBe('last')
    expect(await addresses()).toContain(bob)
  })
})

test('a watched address goes without a password, an account of the phrase not at all', async () => {
  const { remove, keyring } = scene
  expect(await remove(stranger)).toBe('done')
  expect(await addresses()).toEqual([alice, bob])
  await keyring.addPhrase(phrase, 1)
  await expect(remove(alice, password)).rejects.toThrow('of the phrase')
})

describe('a phrase that comes later', () => {
  test('brings its accounts; what was watched or a key of its own becomes the phrase’s', async () => {
    const { keyring, services, storage } = scene
    const add = (words: string | null) => verbs.addPhrase({ phrase: words }, services)
    expect(await add('test test test')).toBe('bad phrase')
    expect(await add(phrase)).toBe('done')
    expect(await journal.accounts.orderBy('index').toArray()).toMatchObject([
      { address: alice, name: 'Account 1', path: 0 },
      { address: bob, name: 'Account 2', path: 1 },
      { address: stranger, source: 'watch' },
    ])
    expect((await journal.accounts.get(alice))?.source).toBeUndefined()
    expect(await keyring.reveal(password, 'phrase')).toEqual({ secret: phrase })
    expect(await keyring.reveal(password, alice)).toEqual({ secret: keyOf(alice) })
    expect(storage.vault).toEqual(await journal.vault.get('vault'))
    expect(await setting('isPhraseUnchecked')).toBe(false)
  })

  test('is the only one: a repeat changes nothing', async () => {
    const { keyring, services } = scene
    expect(await verbs.addPhrase({ phrase: null }, services)).toBe('done')
    expect(await setting('isPhraseUnchecked')).toBe(true)
    const before = await keyring.reveal(password, 'phrase')
    const accounts = await addresses()
    expect(accounts).toHaveLength(4)
    expect(await verbs.addPhrase({ phrase: null }, services)).toBe('done')
    expect(await keyring.reveal(password, 'phrase')).toEqual(before)
    expect(await addresses()).toEqual(accounts)
  })

  test('is not added to a locked wallet', async () => {
    await scene.keyring.lock()
    expect(await verbs.addPhrase({ phrase }, scene.services)).toBe('locked')
  })
})
