import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { setting } from '@/lib/db/settings'
import { toBase64 } from '@/lib/keyring/base64'
import { createKeyring } from '@/lib/keyring/keyring'
import { sessionChanged } from '@/lib/keyring/sessionChanged'
import { development } from '../../chain/development'
import { emptyDatabase } from '../database'
import { alice, bob, keys, lone } from '../accounts'
import { openMade, openSession } from './keyStorage'

const { phrase, password } = development
const next = 'another password'
const passkey = {
  id: 'id',
  salt: 'salt',
  secret: toBase64(new Uint8Array(32).fill(3)),
}

const openTwo = openMade(async (keyring) => {
  await keyring.create({ phrase, count: 1 }, password)
  await keyring.addKey(lone.key)
})

let scene: Awaited<ReturnType<typeof openTwo>>
/** Others find the wallet open, or not, each time that they are told of a change. */
let told: boolean[] = []
let stop: () => unknown = () => undefined

beforeEach(async () => {
  scene = await openTwo()
  told = []
  stop = sessionChanged.on(() => told.push(scene.kept.key !== undefined))
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

describe('others are told, once it is so, that the wallet', () => {
  test('is locked', async () => {
    await scene.keyring.lock()
    expect(told).toEqual([false])
  })

  test('is unlocked by its password', async () => {
    await scene.keyring.lock()
    expect(await scene.keyring.unlock(password)).toBe('open')
    expect(told).toEqual([false, true])
  })

  test('is unlocked by its passkey', async () => {
    await scene.keyring.addPasskey(password, passkey)
    await scene.keyring.lock()
    expect(await scene.keyring.unlockByPasskey(passkey.secret)).toBe('open')
    expect(told).toEqual([false, true])
  })

  test('is locked by a change of the password', async () => {
    expect(await scene.keyring.changePassword(password, next)).toBe('done')
    expect(told).toEqual([false])
  })

  test('is erased', async () => {
    await scene.keyring.erase(() => journal.vault.clear())
    expect(told).toEqual([false])
  })

  test('is made', async () => {
    await scene.keyring.erase(() => emptyDatabase())
    told = []
    await scene.keyring.create({ address: bob }, password)
    expect(told).toEqual([true])
    expect(await scene.keyring.isUnlocked()).toBe(true)
  })
})

describe('nobody is told anything, and the wallet stays open, where', () => {
  const wrong = 'wrong password'
  const keyring = () => scene.keyring

  test.each<[string, () => Promise<unknown>, unknown]>([
    ['the password to unlock is wrong', () => keyring().unlock(wrong), wrong],
    ['there is no passkey to unlock', () => keyring().unlockByPasskey('x'), 'wrong passkey'],
    ['the password to change is wrong', () => keyring().changePassword(wrong, next), wrong],
    [
      'the passkey to change it with is none',
      () => keyring().changePassword(password, next, passkey.secret),
      'wrong passkey',
    ],
    ['the password to show the phrase is wrong', () => keyring().reveal(wrong, 'phrase'), wrong],
    [
      'the password to remove a key is wrong',
      () => keyring().removeKey(wrong, lone.address),
      wrong,
    ],
    ['the password to add a passkey is wrong', () => keyring().addPasskey(wrong, passkey), wrong],
    ['a key is removed', () => keyring().removeKey(password, lone.address), 'done'],
    ['a passkey is added', () => keyring().addPasskey(password, passkey), 'done'],
    ['a secret is shown', () => keyring().reveal(password, 'phrase'), { secret: phrase }],
  ])('%s', async (_, act, answer) => {
    const before = await journal.vault.get('vault')
    expect(await act()).toEqual(answer)
    expect(told).toEqual([])
    expect(await keyring().isUnlocked()).toBe(true)
    if (answer !== 'done') expect(await journal.vault.get('vault')).toEqual(before)
  })
})

describe('a password is verified', () => {
  test('without unlocking, and without counting wrong ones', async () => {
    await scene.keyring.lock()
    told = []
    expect(await scene.keyring.verify(password)).toBe(true)
    expect(await scene.keyring.verify('wrong')).toBe(false)
    expect(await scene.keyring.isUnlocked()).toBe(false)
    expect(told).toEqual([])
    expect(await setting('wrongPasswords')).toBeUndefined()
  })
})

describe('a secret that is shown', () => {
  test('is the phrase, or the key of an account of either kind', async () => {
    const { keyring } = scene
    expect(await keyring.reveal(password, 'phrase')).toEqual({ secret: phrase })
    expect(await keyring.reveal(password, alice)).toEqual({ secret: keys[alice] })
    expect(await keyring.reveal(password, lone.address)).toEqual({ secret: lone.key })
  })

  test('is none of an account that the vault does not have', async () => {
    await expect(scene.keyring.reveal(password, bob)).rejects.toThrow(
      'the vault does not have this key',
    )
  })
})

test('words are checked at their own places, all of them', async () => {
  const { keyring } = scene
  const first = { at: 0, word: 'test' }
  expect(await keyring.hasWords([first, { at: 11, word: 'junk' }])).toBe(true)
  expect(await keyring.hasWords([{ at: 12, word: 'junk' }])).toBe(false)
  expect(await keyring.hasWords([{ at: 11, word: 'test' }, first])).toBe(false)
})

describe('erasing', () => {
  test('that stops at the second copy leaves the database as it is, and locked', async () => {
    const { keyring, copy, kept } = scene
    vi.spyOn(copy, 'remove').mockRejectedValueOnce(new Error('storage'))
    const clear = vi.fn(() => Promise.resolve())
    await expect(keyring.erase(clear)).rejects.toThrow('storage')
    expect(clear).not.toHaveBeenCalled()
    expect(kept.key).toBeUndefined()
    expect(told).toEqual([])
    expect(await keyring.unlock(password)).toBe('open')
  })

  test('takes the second copy before the rest, of which the database’s copy still opens', async () => {
    const { keyring, storage } = scene
    const clear = vi.fn(() => {
      expect(storage.vault).toBeUndefined()
      return Promise.reject(new Error('disk'))
    })
    await expect(keyring.erase(clear)).rejects.toThrow('disk')
    expect(told).toEqual([])
    expect(await keyring.unlock(password)).toBe('open')
  })
})

describe('without a second copy', () => {
  const { session } = openSession()
  const keyring = createKeyring(session)

  test('a vault is made, changed and erased, and there is no trouble with it', async () => {
    await emptyDatabase()
    expect(await keyring.hasVault()).toBe(false)
    await keyring.create({ key: lone.key }, password)
    expect(await keyring.addKey(keys[bob] ?? '0x')).toBe(true)
    expect(await keyring.unlock(password)).toBe('open')
    expect(await setting('vaultTrouble')).toBeUndefined()
    await keyring.erase(() => journal.vault.clear())
    expect(await keyring.hasVault()).toBe(false)
  })
})
