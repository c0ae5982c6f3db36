import { beforeEach, describe, expect, test } from 'vitest'
import { keepSetting, setting } from '@/lib/db/settings'
import { journal, type VaultRow } from '@/lib/db'
import { stamp } from '@/lib/keyring/blob'
import { toBase64 } from '@/lib/keyring/base64'
import { development } from '../../chain/development'
import { alice } from '../accounts'
import { openMade } from './keyStorage'

const { phrase, password } = development
const next = 'another password'
const otherKey = `0x${'5'.repeat(64)}` as const

const bytes = (value: number) => toBase64(new Uint8Array(32).fill(value))
const passkey = { id: bytes(1), salt: bytes(2), secret: bytes(3) }

const openOne = openMade((keyring) => keyring.create({ phrase, count: 1 }, password))
let scene: Awaited<ReturnType<typeof openOne>>

beforeEach(async () => {
  scene = await openOne()
})

const row = async (): Promise<VaultRow> => {
  const found = await journal.vault.get('vault')
  if (!found) throw new Error('no vault')
  return found
}

/** A locked wallet with a passkey. */
const withPasskey = async () => {
  expect(await scene.keyring.addPasskey(password, passkey)).toBe('done')
  await scene.keyring.lock()
  return scene.keyring
}

/** Puts a vault in both places, as who can write there may. */
const plant = async (vault: VaultRow) => {
  const stamped = await stamp(vault, vault.revision)
  await journal.vault.put(stamped)
  scene.storage.vault = structuredClone(stamped)
}

test('a passkey unlocks the wallet beside the password, and both copies have it', async () => {
  const { kept } = scene
  const dataKey = kept.key
  const keyring = await withPasskey()
  expect(scene.storage.vault).toEqual(await row())
  expect(await keyring.unlockByPasskey(passkey.secret)).toBe('open')
  expect(kept.key).toBe(dataKey)
  await keyring.lock()
  expect(await keyring.unlock(password)).toBe('open')
  expect(kept.key).toBe(dataKey)
})

test('only what the password allows sets one up, and that unlocks nothing', async () => {
  const { keyring, kept } = scene
  expect(await keyring.addPasskey('wrong', passkey)).toBe('wrong password')
  expect(await row()).not.toHaveProperty('passkey')
  // Locked while the device asks for a finger: the passkey is there, and the wallet stays locked.
  await keyring.lock()
  expect(await keyring.addPasskey(password, passkey)).toBe('done')
  expect(kept.key).toBeUndefined()
})

test('neither the data key nor what the passkey gave is stored', async () => {
  const { kept } = scene
  const dataKey = kept.key ?? ''
  await withPasskey()
  const stored = JSON.stringify([await row(), scene.storage.vault])
  expect(dataKey).toHaveLength(44)
  for (const known of [passkey.secret, dataKey]) expect(stored).not.toContain(known)
})

describe('nothing opens', () => {
  test.each([
    ['another passkey', bytes(4)],
    ['a short secret', toBase64(new Uint8Array(16).fill(3))],
    ['none', ''],
    ['what is no base64', '%'],
  ])('by %s', async (_, secret) => {
    const keyring = await withPasskey()
    expect(await keyring.unlockByPasskey(secret)).toBe('wrong passkey')
    expect(scene.kept.key).toBeUndefined()
  })

  test('without a passkey', async () => {
    await scene.keyring.lock()
    expect(await scene.keyring.unlockByPasskey(passkey.secret)).toBe('wrong passkey')
  })

  test.each<[string, (found: NonNullable<VaultRow['passkey']>) => object]>([
    ['another credential', () => ({ id: bytes(9) })],
    ['another salt', () => ({ salt: bytes(9) })],
    ['other bytes', ({ key }) => ({ key: { ...key, data: bytes(9) } })],
    ['another nonce', ({ key }) => ({ key: { ...key, iv: toBase64(new Uint8Array(12)) } })],
  ])('by a wrapped key with %s', async (_, change) => {
    const keyring = await withPasskey()
    const before = await row()
    if (!before.passkey) throw new Error('no passkey')
    await plant({ ...before, passkey: { ...before.passkey, ...change(before.passkey) } })
    expect(await keyring.unlockByPasskey(passkey.secret)).toBe('wrong passkey')
    expect(await keyring.unlock(password)).toBe('open')
  })

  test('by the wrapped key of another vault, even with that vault’s own header', async () => {
    const keyring = await withPasskey()
    const mine = await row()
    await keyring.erase(() => journal.vault.clear())
    await keyring.create({ key: otherKey }, password)
    await keyring.addPasskey(password, passkey)
    const other = await row()
    await keyring.lock()
    expect(await keyring.unlockByPasskey(passkey.secret)).toBe('open')
    await keyring.lock()

    await plant({ ...mine, passkey: other.passkey })
    expect(await keyring.unlockByPasskey(passkey.secret)).toBe('wrong passkey')
    await plant({ ...mine, kdf: other.kdf, key: other.key, passkey: other.passkey })
    expect(await keyring.unlockByPasskey(passkey.secret)).toBe('wrong passkey')
    expect(scene.kept.key).toBeUndefined()
    await plant(mine)
    expect(await keyring.unlockByPasskey(passkey.secret)).toBe('open')
  })

  test('by a wrapped key from before a change of the password', async () => {
    const keyring = await withPasskey()
    const { passkey: old } = await row()
    expect(await keyring.changePassword(password, next)).toBe('done')
    expect(await row()).not.toHaveProperty('passkey')
    await plant({ ...(await row()), passkey: old })
    expect(await keyring.unlockByPasskey(passkey.secret)).toBe('wrong passkey')
    expect(scene.kept.key).toBeUndefined()
    expect(await keyring.unlock(next)).toBe('open')
  })

  test('in a wallet that only watches, by one from before a change of the password', async () => {
    const keyring = await withPasskey()
    const { passkey: old } = await row()
    await keyring.changePassword(password, next)
    // No part of it could tell a wrong data key: what were imported under that would be lost.
    const { phrase: _, ...watching } = await row()
    await plant({ ...watching, keys: {}, passkey: old })
    expect(await keyring.unlockByPasskey(passkey.secret)).toBe('wrong passkey')
  })
})

describe('a change of the password', () => {
  test('keeps the passkey that is used with it, under the new data key', async () => {
    const before = scene.kept.key
    const keyring = await withPasskey()
    expect(await keyring.changePassword(password, next, passkey.secret)).toBe('done')
    expect(scene.kept.key).toBeUndefined()
    expect(await keyring.unlockByPasskey(passkey.secret)).toBe('open')
    expect(scene.kept.key).not.toBe(before)
    expect(await keyring.reveal(next, 'phrase')).toEqual({ secret: phrase })
  })

  test('is not made with another passkey, and changes nothing then', async () => {
    const keyring = await withPasskey()
    const before = await row()
    expect(await keyring.changePassword(password, next, bytes(4))).toBe('wrong passkey')
    expect(await row()).toEqual(before)
  })
})

test('it is taken out while the wallet is open, and opens nothing more', async () => {
  const keyring = await withPasskey()
  expect(await keyring.removePasskey()).toBe(false)
  await keyring.unlockByPasskey(passkey.secret)
  expect(await keyring.removePasskey()).toBe(true)
  expect(await row()).not.toHaveProperty('passkey')
  expect(scene.storage.vault).not.toHaveProperty('passkey')
  await keyring.lock()
  expect(await keyring.unlockByPasskey(passkey.secret)).toBe('wrong passkey')
})

test('the phrase and keys ask for the password all the same', async () => {
  const keyring = await withPasskey()
  await keyring.unlockByPasskey(passkey.secret)
  expect(await keyring.reveal(passkey.secret, 'phrase')).toBe('wrong password')
  expect(await keyring.reveal(password, alice)).toHaveProperty('secret')
})

test('wrong passwords are neither counted nor forgotten by passkeys', async () => {
  const keyring = await withPasskey()
  const wrong = { count: 20, at: Date.now() }
  await keepSetting('wrongPasswords', wrong)
  expect(await keyring.unlockByPasskey(bytes(4))).toBe('wrong passkey')
  expect(await keyring.unlockByPasskey(passkey.secret)).toBe('open')
  expect(await setting('wrongPasswords')).toEqual(wrong)
  expect(await keyring.unlock(password)).toBe('too soon')
})
