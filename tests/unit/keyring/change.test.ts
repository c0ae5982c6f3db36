import { beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { journal, type VaultRow } from '@/lib/db'
import { createKeyring } from '@/lib/keyring/keyring'
import * as vault from '@/lib/keyring/vault'
import { setting } from '@/lib/db/settings'
import { development } from '../../chain/development'
import { emptyDatabase } from '../database'
import { alice, bob, keys } from '../accounts'
import { openMade, openSession, openStorage } from './keyStorage'

const { phrase, password } = development
const next = 'another password'

const openOne = openMade((keyring) => keyring.create({ phrase, count: 1 }, password))

/** A wallet with one account, unlocked, and both its copies. */
const start = async () => {
  const { storage, copy, session, kept, keyring } = await openOne()
  /** Another worker on what is on disk; the memory of the session outlives the first. */
  const again = () => createKeyring(session, copy)
  const isSame = async () => expect(storage.vault).toEqual(await journal.vault.get('vault'))
  return { storage, kept, keyring, again, isSame }
}

type Scene = Awaited<ReturnType<typeof start>>
let scene: Scene

beforeEach(async () => {
  scene = await start()
})

/** Fails a write of the vault on purpose, before anything of it counts. */
const failDisk = () => {
  const fail = () => {
    throw new DOMException('the disk is full', 'QuotaExceededError')
  }
  journal.vault.hook('updating', fail)
  return () => journal.vault.hook('updating').unsubscribe(fail)
}

const addresses = async () =>
  (await journal.accounts.orderBy('index').toArray()).map(({ address }) => address)

describe('another password', () => {
  test('opens the same vault, and the old one opens it no more', async () => {
    const { keyring, again, isSame, kept } = scene
    const before = await journal.vault.get('vault')
    expect(await keyring.changePassword(password, next)).toBe('done')
    // The wallet locks after a change of the password: its user has to know the new one.
    expect(kept.key).toBeUndefined()
    const after = await journal.vault.get('vault')
    expect(Object.keys(after?.keys ?? {})).toEqual(Object.keys(before?.keys ?? {}))
    expect(after?.kdf.salt).not.toBe(before?.kdf.salt)
    expect(await again().unlock(password)).toBe('wrong password')
    expect(await again().unlock(next)).toBe('open')
    await isSame()
  })

  test('leaves the old data key with nothing that it opens, and nothing that is added later', async () => {
    const { keyring } = scene
    const imported: Hex = `0x${'11'.repeat(32)}`
    await keyring.addKey(imported)
    const stolen = await journal.vault.get('vault')
    await keyring.changePassword(password, next)
    await keyring.unlock(next)
    await keyring.addPath(1)
    const row = await journal.vault.get('vault')
    if (!stolen || !row?.phrase) throw new Error('no vault')
    const wrapping = await vault.passwordKey(password, stolen.kdf)
    const oldKey = await vault.importKey(
      await vault.open(wrapping, vault.keyLabel(stolen.kdf), stolen.key),
    )
    const sealed = Object.entries(row.keys) as [Address, VaultRow['keys'][Address]][]
    expect(sealed).toHaveLength(3)
    for (const [address, one] of sealed)
      await expect(vault.open(oldKey, vault.accountLabel(address), one)).rejects.toThrow()
    await expect(vault.open(oldKey, vault.phraseLabel, row.phrase)).rejects.toThrow()
    expect(await keyring.reveal(next, 'phrase')).toEqual({ secret: phrase })
    expect(await keyring.reveal(next, privateKeyToAddress(imported))).toEqual({ secret: imported })
    expect(await keyring.signMessage(alice, '0x01')).toMatch(/^0x/)
    // The paths of keys that the phrase derives stay with them.
    expect(sealed.map(([, { path }]) => path)).toEqual([0, undefined, 1])
  })

  test('is the old one or the new one, and never an open wallet that cannot sign, wherever the worker stops', async () => {
    const { kept, keyring, again } = scene
    const puts: unknown[] = []
    const stop = () => {
      puts.push(kept.key)
      throw new DOMException('the worker was stopped', 'AbortError')
    }
    journal.vault.hook('updating', stop)
    await expect(keyring.changePassword(password, next)).rejects.toThrow()
    journal.vault.hook('updating').unsubscribe(stop)
    // Locked before anything is written: its data key would open nothing afterwards.
    expect(puts).toEqual([undefined])
    expect(await again().unlock(password)).toBe('open')
    expect(await again().signMessage(alice, '0x01')).toMatch(/^0x/)
  })

  test('is not set without the old one', async () => {
    const before = await journal.vault.get('vault')
    expect(await scene.keyring.changePassword('wrong', next)).toBe('wrong password')
    expect(await journal.vault.get('vault')).toEqual(before)
  })

  test('is not set where the first copy could not be written: the old one stays', async () => {
    const mend = failDisk()
    await expect(scene.keyring.changePassword(password, next)).rejects.toThrow('disk is full')
    mend()
    expect(await scene.again().unlock(next)).toBe('wrong password')
    expect(await scene.again().unlock(password)).toBe('open')
    await scene.isSame()
  })

  test('is set where the worker stopped between the copies: the second follows', async () => {
    scene.storage.fault = 'never'
    void scene.keyring.changePassword(password, next)
    await expect.poll(async () => (await journal.vault.get('vault'))?.revision).toBe(2)
    expect(scene.storage.vault).toMatchObject({ revision: 1 })
    delete scene.storage.fault
    expect(await scene.again().unlock(password)).toBe('wrong password')
    expect(await scene.again().unlock(next)).toBe('open')
    await scene.isSame()
    // A failed change leaves no copy damaged.
    expect(await setting('vaultTrouble')).toBeUndefined()
  })

  test('is set where the second copy cannot be written, and the user is told', async () => {
    scene.storage.fault = 'write'
    expect(await scene.keyring.changePassword(password, next)).toBe('done')
    expect(await setting('vaultTrouble')).toBe('storage not written')
    delete scene.storage.fault
    expect(await scene.again().unlock(next)).toBe('open')
    await scene.isSame()
  })
})

describe('a key that is added', () => {
  test('signs, is revealed with the password alone, and is in both copies', async () => {
    const { keyring, isSame } = scene
    expect(await keyring.addKey(keys[bob] ?? '0x')).toBe(true)
    expect(await addresses()).toEqual([alice, bob])
    expect(await keyring.signMessage(bob, '0x01')).toMatch(/^0x/)
    expect(await keyring.reveal('wrong', bob)).toBe('wrong password')
    expect(await keyring.reveal(password, bob)).toEqual({ secret: keys[bob] })
    expect(await keyring.reveal(password, 'phrase')).toEqual({ secret: phrase })
    await isSame()
  })

  test('is added wholly or not at all where the disk is full', async () => {
    const mend = failDisk()
    await expect(scene.keyring.addPath(1)).rejects.toThrow('disk is full')
    mend()
    expect(await addresses()).toEqual([alice])
    expect(await scene.keyring.addPath(1)).toBe(true)
    expect(await addresses()).toEqual([alice, bob])
  })

  test('is there where the worker stopped between the copies', async () => {
    scene.storage.fault = 'never'
    void scene.keyring.addPath(1)
    await expect.poll(addresses).toEqual([alice, bob])
    delete scene.storage.fault
    expect(await scene.again().signMessage(bob, '0x01')).toMatch(/^0x/)
    expect(await scene.again().unlock(password)).toBe('open')
    await scene.isSame()
  })

  test('is not added while locked', async () => {
    await scene.keyring.lock()
    expect(await scene.keyring.addPath(1)).toBe(false)
    expect(await addresses()).toEqual([alice])
  })

  test('comes one after the other, whoever adds at the same time', async () => {
    await Promise.all([1, 2, 3].map((path) => scene.keyring.addPath(path)))
    const row = await journal.vault.get('vault')
    expect(Object.values(row?.keys ?? {}).map(({ path }) => path)).toEqual([0, 1, 2, 3])
    expect((await journal.accounts.toArray()).map(({ index }) => index).toSorted()).toEqual([
      0, 1, 2, 3,
    ])
  })
})

test('the words of a phrase are right at their places alone', async () => {
  const { keyring } = scene
  expect(await keyring.hasWords([{ at: 11, word: 'junk' }])).toBe(true)
  expect(
    await keyring.hasWords([
      { at: 0, word: 'test' },
      { at: 3, word: 'junk' },
    ]),
  ).toBe(false)
  expect(await keyring.hasWords([])).toBe(false)
  await keyring.lock()
  expect(await keyring.hasWords([{ at: 11, word: 'junk' }])).toBeUndefined()
})

test('erasing leaves neither copy nor key', async () => {
  const { keyring, storage, kept, again } = scene
  await keyring.erase(() => journal.vault.clear())
  expect([storage.vault, kept.key]).toEqual([undefined, undefined])
  expect(await again().hasVault()).toBe(false)
})

test('a wallet that only watches has a vault without keys', async () => {
  await emptyDatabase()
  const { session } = openSession()
  const keyring = createKeyring(session, openStorage().copy)
  await keyring.create({ address: bob }, password)
  expect(await journal.accounts.toArray()).toMatchObject([{ address: bob, source: 'watch' }])
  expect(await keyring.signMessage(bob, '0x01')).toBeUndefined()
  // A watched account keeps its place, as its key may be imported later.
  expect(await keyring.addKey(keys[bob] ?? '0x')).toBe(true)
  expect(await journal.accounts.toArray()).toEqual([
    { address: bob, source: 'key', index: 0, name: 'Account 1' },
  ])
  expect(await keyring.signMessage(bob, '0x01')).toMatch(/^0x/)
})
