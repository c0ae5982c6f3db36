import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { journal, type VaultRow } from '@/lib/db'
import { stamp } from '@/lib/keyring/blob'
import { heal, isThere, isVaultThere, readVault, writeSecond } from '@/lib/keyring/copies'
import { emptyDatabase } from '../database'
import { openStorage } from './keyStorage'

const sealed = { iv: 'aaaa', data: 'bbbb' }
let first: VaultRow
let second: VaultRow
let third: VaultRow
let scene: ReturnType<typeof openStorage>

beforeAll(async () => {
  const content = {
    id: 'vault',
    version: 1,
    kdf: { name: 'argon2id', memory: 1, passes: 1, lanes: 1, salt: 'cccc' },
    key: sealed,
    keys: {},
  } as const
  first = await stamp(content, 1)
  second = await stamp({ ...content, phrase: sealed }, 2)
  third = await stamp(content, 10)
})

beforeEach(async () => {
  await emptyDatabase()
  scene = openStorage()
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** Puts a row, or none, in each place. */
const place = async (database: VaultRow | undefined, storage: unknown) => {
  if (database) await journal.vault.put(database)
  if (storage !== undefined) scene.storage.vault = storage
}

const damaged = () => ({ ...first, revision: 7 })

describe('of both copies', () => {
  test.each<[string, () => [VaultRow, VaultRow], string[]]>([
    ['the one of the database', () => [second, first], ['database', 'storage']],
    ['the one of the storage', () => [first, second], ['storage', 'database']],
    ['by number, the one of the storage', () => [second, third], ['storage', 'database']],
    ['neither', () => [first, first], ['database', 'storage']],
  ])('the newer one comes first: %s', async (_, rows, order) => {
    const [database, storage] = rows()
    await place(database, storage)
    const { sound } = await readVault(scene.copy)
    expect(sound.map((copy) => copy.place)).toEqual(order)
    expect(sound.map(({ row }) => row).toSorted((a, b) => a.revision - b.revision)).toEqual(
      [database, storage].toSorted((a, b) => a.revision - b.revision),
    )
  })

  test('each is sound, damaged or missing', async () => {
    expect(await readVault(scene.copy)).toEqual({
      sound: [],
      damaged: [],
      missing: ['database', 'storage'],
    })
    await place(first, damaged())
    expect(await readVault(scene.copy)).toEqual({
      sound: [{ place: 'database', row: first }],
      damaged: ['storage'],
      missing: [],
    })
  })

  test('one that cannot be read is damaged, not missing', async () => {
    scene.storage.fault = 'read'
    vi.spyOn(journal.vault, 'get').mockRejectedValueOnce(new Error('disk'))
    expect(await readVault(scene.copy)).toEqual({
      sound: [],
      damaged: ['database', 'storage'],
      missing: [],
    })
  })

  test('any one is a vault, sound or damaged', async () => {
    expect(await isVaultThere(scene.copy)).toBe(false)
    await place(undefined, damaged())
    expect(await isVaultThere(scene.copy)).toBe(true)
    expect(isThere({ sound: [], damaged: [], missing: ['storage'] })).toBe(true)
    expect(isThere({ sound: [], damaged: ['database', 'storage'], missing: [] })).toBe(true)
  })
})

describe('healing', () => {
  /** Writes `row` where it is wanted, and returns the places that were written. */
  const healed = async (row: VaultRow) => {
    const put = vi.spyOn(journal.vault, 'put')
    const write = vi.spyOn(scene.copy, 'write')
    const found = await readVault(scene.copy)
    await heal(scene.copy, found, row)
    expect(await journal.vault.get('vault')).toEqual(row)
    expect(scene.storage.vault).toEqual(row)
    return { database: put.mock.calls.length, storage: write.mock.calls.length }
  }

  test.each<[string, () => [VaultRow | undefined, unknown], object]>([
    ['nothing where both are right', () => [first, first], { database: 0, storage: 0 }],
    ['the storage that is damaged', () => [first, damaged()], { database: 0, storage: 1 }],
    ['the storage that is older or newer', () => [first, second], { database: 0, storage: 1 }],
    ['the storage that has none', () => [first, undefined], { database: 0, storage: 1 }],
    ['the database that is damaged', () => [damaged(), first], { database: 1, storage: 0 }],
    ['the database that is older or newer', () => [second, first], { database: 1, storage: 0 }],
    ['the database that has none', () => [undefined, first], { database: 1, storage: 0 }],
    ['both where neither is right', () => [second, third], { database: 1, storage: 1 }],
  ])('writes %s', async (_, rows, written) => {
    await place(...rows())
    expect(await healed(first)).toEqual(written)
  })

  test('goes on where the storage refuses', async () => {
    scene.storage.fault = 'write'
    await heal(scene.copy, await readVault(scene.copy), first)
    expect(await journal.vault.get('vault')).toEqual(first)
    expect(scene.storage.vault).toBeUndefined()
  })
})

test('a second copy that is not written is told, not thrown', async () => {
  expect(await writeSecond(scene.copy, first)).toBe(true)
  expect(scene.storage.vault).toEqual(first)
  scene.storage.fault = 'write'
  expect(await writeSecond(scene.copy, second)).toBe(false)
  expect(scene.storage.vault).toEqual(first)
})
