import type { Address } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { journal, type VaultRow } from '@/lib/db'
import { keepSetting, setting } from '@/lib/db/settings'
import { toBase64 } from '@/lib/keyring/base64'
import { createKeyring, type Keyring } from '@/lib/keyring/keyring'
import { development } from '../../chain/development'
import { alice, bob, keys, lone } from '../accounts'
import { openMade, openSession } from './keyStorage'

const { phrase, password } = development
const passkey = {
  id: 'id',
  salt: 'salt',
  secret: toBase64(new Uint8Array(32).fill(3)),
}

const openTwo = openMade(async (keyring) => {
  await keyring.create({ phrase, count: 1 }, password)
  await keyring.addKey(lone.key)
})
const openKey = openMade((keyring) => keyring.create({ key: lone.key }, password))

let scene: Awaited<ReturnType<typeof openTwo>>

beforeEach(async () => {
  scene = await openTwo()
})

const stored = async (): Promise<VaultRow> => {
  const row = await journal.vault.get('vault')
  if (!row) throw new Error('no vault')
  return row
}

type Change = (keyring: Keyring) => Promise<unknown>

const changes: [string, Change, unknown][] = [
  ['a key is added', (keyring) => keyring.addKey(keys[bob] ?? '0x'), true],
  ['an account of the phrase is added', (keyring) => keyring.addPath(4), true],
  ['a key is removed', (keyring) => keyring.removeKey(password, lone.address), 'done'],
  ['a passkey is added', (keyring) => keyring.addPasskey(password, passkey), 'done'],
  [
    'a passkey is taken out',
    async (keyring) => {
      await keyring.addPasskey(password, passkey)
      return keyring.removePasskey()
    },
    true,
  ],
  ['the password is changed', (keyring) => keyring.changePassword(password, 'another'), 'done'],
]

describe.each(changes)('where %s', (what, change, answer) => {
  test('both copies have it, and no trouble is told', async () => {
    const before = await stored()
    expect(await change(scene.keyring)).toBe(answer)
    const after = await stored()
    expect(after.revision).toBeGreaterThan(before.revision)
    expect(scene.storage.vault).toEqual(after)
    expect(await setting('vaultTrouble')).toBeUndefined()
  })

  test('it counts before the older copy that could not be written, and the user is told', async () => {
    const older = scene.storage.vault
    scene.storage.fault = 'write'
    expect(await change(scene.keyring)).toBe(answer)
    expect(await setting('vaultTrouble')).toBe('storage not written')
    expect(scene.storage.vault).toEqual(older)
    delete scene.storage.fault
    const after = await stored()
    const word = what === 'the password is changed' ? 'another' : password
    expect(await createKeyring(scene.session, scene.copy).unlock(word)).toBe('open')
    expect([await stored(), scene.storage.vault]).toEqual([after, after])
  })
})

test('what the user was told of a copy stays until they have read it', async () => {
  await keepSetting('vaultTrouble', 'database')
  expect(await scene.keyring.unlock(password)).toBe('open')
  expect(await scene.keyring.addPath(4)).toBe(true)
  expect(await setting('vaultTrouble')).toBe('database')
})

test('an account whose row was lost is listed again by the next unlock', async () => {
  await journal.accounts.delete(lone.address)
  expect(await scene.keyring.unlock(password)).toBe('open')
  expect(await journal.accounts.orderBy('index').toArray()).toEqual([
    { address: alice, index: 0, name: 'Account 1', path: 0 },
    { address: lone.address, index: 1, name: 'Account 2', source: 'key' },
  ])
})

describe('where there is no sound copy any more, an open wallet', () => {
  beforeEach(async () => {
    await journal.vault.clear()
    scene.storage.vault = 'damaged'
  })

  test('adds nothing and shows nothing', async () => {
    const { keyring, storage } = scene
    expect(await keyring.addPath(4)).toBe(false)
    expect(await keyring.addKey(keys[bob] ?? '0x')).toBe(false)
    expect(await keyring.removePasskey()).toBe(false)
    expect(await keyring.hasWords([{ at: 0, word: 'test' }])).toBeUndefined()
    expect(await journal.vault.count()).toBe(0)
    expect(storage.vault).toBe('damaged')
  })

  test('signs nothing', async () => {
    expect(await scene.keyring.signMessage(alice, '0x01')).toBeUndefined()
  })

  test('says that it is damaged, and whatever needs the password does nothing', async () => {
    const { keyring } = scene
    expect(await keyring.addPasskey(password, passkey)).toBe('damaged')
    expect(await keyring.removeKey(password, lone.address)).toBe('damaged')
    expect(await keyring.changePassword(password, 'another')).toBe('damaged')
    expect(await keyring.reveal(password, 'phrase')).toBe('damaged')
    expect(await keyring.verify(password)).toBe(false)
  })
})

test('a vault without a phrase has neither words nor accounts of it', async () => {
  const { keyring } = await openKey()
  const before = await stored()
  await expect(keyring.addPath(1)).rejects.toThrow('the vault has no phrase')
  await expect(keyring.reveal(password, 'phrase')).rejects.toThrow('the vault has no phrase')
  expect(await stored()).toEqual(before)
})

test('of two contexts that create a vault at once one does, and its vault is whole', async () => {
  const { keyring, copy, storage } = scene
  await keyring.erase(async () => {
    await journal.vault.clear()
    await journal.accounts.clear()
  })
  const two = [openSession(), openSession()].map(({ session }) => createKeyring(session, copy))
  const origins: { key: `0x${string}`; address: Address }[] = [
    { key: keys[alice] ?? '0x', address: alice },
    { key: lone.key, address: lone.address },
  ]
  const made = await Promise.allSettled(
    two.map((one, at) => one.create({ key: origins[at]?.key ?? '0x' }, password)),
  )
  const winner = made.findIndex(({ status }) => status === 'fulfilled')
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await two[1 - winner]?.isUnlocked()).toBe(false)
  expect(Object.keys((await stored()).keys)).toEqual([origins[winner]?.address])
  expect((await journal.accounts.toArray()).map(({ address }) => address)).toEqual([
    origins[winner]?.address,
  ])
  expect(storage.vault).toEqual(await stored())
})
