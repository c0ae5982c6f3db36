import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { journal, type VaultRow } from '@/lib/db'
import { stamp } from '@/lib/keyring/blob'
import { readVault, type CopyPlace } from '@/lib/keyring/copies'
import { createKeyring } from '@/lib/keyring/keyring'
import { fromBase64, toBase64 } from '@/lib/keyring/base64'
import { setting } from '@/lib/db/settings'
import { development } from '../../chain/development'
import { emptyDatabase } from '../database'
import { alice, bob } from '../accounts'
import { openSession, openStorage } from './keyStorage'

const { password } = development
const { storage, copy } = openStorage()
const { session } = openSession()
const keyring = createKeyring(session, copy)
let whole: VaultRow

beforeAll(async () => {
  await emptyDatabase()
  await keyring.create({ phrase: development.phrase, count: 2 }, password)
  const row = await journal.vault.get('vault')
  if (!row) throw new Error('no vault')
  whole = row
})

/** Puts both copies of the vault back as they were written. */
const restore = async () => {
  await journal.settings.clear()
  await journal.vault.put(whole)
  storage.vault = structuredClone(whole)
  delete storage.fault
}

beforeEach(restore)

/** Writes a sound or damaged copy to one place. A row with a damaged id is stored under that id. */
const put = async (place: CopyPlace, found: unknown) => {
  if (place === 'storage') return void (storage.vault = found)
  await journal.vault.clear()
  const isRow = typeof found === 'object' && found !== null && 'id' in found
  await journal.vault.put((isRow ? found : { id: 'vault', found }) as VaultRow)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const both = async () => [await journal.vault.get('vault'), storage.vault]

test('the two copies are the same, and sound', async () => {
  expect(await both()).toEqual([whole, whole])
  const found = await readVault(copy)
  expect(found).toMatchObject({ damaged: [], missing: [] })
  expect(found.sound.map(({ place }) => place)).toEqual(['database', 'storage'])
})

describe.each(['database', 'storage'] as const)('the copy in the %s', (place) => {
  test('is found damaged whichever byte of it was changed', async () => {
    const text = new TextEncoder().encode(JSON.stringify(whole))
    expect(text.length).toBeGreaterThan(700)
    const unnoticed: number[] = []
    for (let at = 0; at < text.length; at++) {
      const broken = text.slice()
      broken[at] = (broken[at] ?? 0) ^ (1 << (at % 7))
      await put(place, parsed(new TextDecoder().decode(broken)))
      const { sound } = await readVault(copy)
      if (sound.length !== 1 || sound[0]?.place === place) unnoticed.push(at)
    }
    expect(unnoticed).toEqual([])
  })

  test.each(['', null, 7, {}, [], { id: 'vault' }])('is damaged as %j', async (found) => {
    await put(place, found)
    expect((await readVault(copy)).damaged).toEqual([place])
  })

  test('is named and healed from the other when the wallet is unlocked', async () => {
    await put(place, { ...whole, phrase: whole.key })
    expect(await keyring.unlock(password)).toBe('open')
    expect(await setting('vaultTrouble')).toBe(place)
    expect(await both()).toEqual([whole, whole])
  })

  test('is left as it is by a wrong password', async () => {
    const broken = { ...whole, revision: 9 }
    await put(place, broken)
    expect(await keyring.unlock('wrong')).toBe('wrong password')
    expect(await both()).toContainEqual(broken)
    expect(await setting('vaultTrouble')).toBeUndefined()
  })

  test.each(['phrase', alice, bob])(
    'does not count with a forged checksum where %s does not open',
    async (part) => {
      const seal = (sealed: VaultRow['key']) => ({
        ...sealed,
        data: toBase64(fromBase64(sealed.data).reverse()),
      })
      const keys = Object.fromEntries(
        Object.entries(whole.keys).map(([of, sealed]) => [
          of,
          of === part ? { ...sealed, ...seal(sealed) } : sealed,
        ]),
      ) as VaultRow['keys']
      const phrase = part === 'phrase' ? seal(whole.phrase ?? whole.key) : whole.phrase
      await put(place, await stamp({ ...whole, phrase, keys }, 5))
      expect(await keyring.unlock(password)).toBe('open')
      expect(await setting('vaultTrouble')).toBe(place)
      expect(await both()).toEqual([whole, whole])
    },
  )
})

describe('a vault of which', () => {
  test('both copies are damaged opens with no password, and nothing is written', async () => {
    const broken = { ...whole, revision: 9 }
    await put('database', broken)
    await put('storage', broken)
    expect(await keyring.hasVault()).toBe(true)
    expect(await keyring.unlock(password)).toBe('damaged')
    expect(await both()).toEqual([broken, broken])
    const anew = keyring.create({ phrase: development.phrase, count: 2 }, 'x')
    await expect(anew).rejects.toThrow('a vault already')
  })

  test('one copy is damaged and the other cannot be read opens no more, and is there', async () => {
    await put('database', { ...whole, revision: 9 })
    storage.fault = 'read'
    expect(await keyring.unlock(password)).toBe('damaged')
    expect(await keyring.hasVault()).toBe(true)
  })

  test('the database was lost comes back whole, with its accounts', async () => {
    await journal.vault.clear()
    await journal.accounts.clear()
    expect(await keyring.hasVault()).toBe(true)
    expect(await keyring.unlock(password)).toBe('open')
    expect(await setting('vaultTrouble')).toBe('database')
    expect(await both()).toEqual([whole, whole])
    expect(await journal.accounts.orderBy('index').toArray()).toMatchObject([
      { address: alice, path: 0 },
      { address: bob, path: 1 },
    ])
  })

  test('there was one copy only, as older versions wrote it, gets the second', async () => {
    const { check: _, revision: __, ...old } = whole
    const keys = Object.entries(old.keys).map(([of, { iv, data }]) => [of, { iv, data }])
    await put('database', { ...old, keys: Object.fromEntries(keys) as unknown })
    delete storage.vault
    expect(await keyring.unlock(password)).toBe('open')
    expect(await both()).toEqual([whole, whole])
    expect(await setting('vaultTrouble')).toBeUndefined()
  })
})
