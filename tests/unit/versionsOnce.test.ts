import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Stock from 'dexie'
import { afterAll, expect, test, vi } from 'vitest'
import { withVersionsOnce } from '../../scripts/plugins/versionsOnce.ts'

const root = join(import.meta.dirname, '../..')
const code = readFileSync(join(root, 'node_modules/dexie/dist/modern/dexie.mjs'), 'utf8')
const folder = await mkdtemp(join(tmpdir(), 'volley-dexie-'))

afterAll(() => rm(folder, { recursive: true }))

/** Fields of a Dexie database in which it keeps its versions. */
type Kept = {
  Version: { prototype: { _parseIndexSyntax: (text: string) => unknown } }
  _versions: { _cfg: { version: number; dbschema: object } }[]
  _dbSchema: object
  _storeNames: string[]
}

/** Versions in which tables come, get an index and go, and one without stores of its own. */
const stores = [{ a: 'id', b: 'id, x' }, { b: 'id, x, [x+y]', c: '++id' }, { a: null }, {}] as const

/** Declares the versions; returns what Dexie has made of them, and how often it read the text of a table. */
const declared = (Dexie: typeof Stock, numbers: readonly number[]) => {
  const database = new Dexie('versions')
  const kept = database as unknown as Kept
  const read = vi.spyOn(kept.Version.prototype, '_parseIndexSyntax')
  for (const number of numbers) database.version(number).stores(stores[number - 1] ?? {})
  const count = read.mock.calls.length
  read.mockRestore()
  const { _versions, _dbSchema, _storeNames } = kept
  const versions = _versions.map(({ _cfg: { version, dbschema } }) => ({ version, dbschema }))
  const tables = database.tables.map(({ name, schema }) => ({ name, schema }))
  return { count, made: JSON.stringify({ versions, _dbSchema, _storeNames, tables }) }
}

test('Dexie reads each version once, and makes of all what it made before, in whatever order they come', async () => {
  const rewritten = join(folder, 'dexie.mjs')
  await writeFile(rewritten, withVersionsOnce(code).replace(/\n\/\/# sourceMapping.*/, ''))
  const { Dexie } = (await import(pathToFileURL(rewritten).href)) as { Dexie: typeof Stock }
  for (const numbers of [
    [1, 2, 3, 4],
    [4, 2, 1, 3],
  ])
    expect(declared(Dexie, numbers).made).toBe(declared(Stock, numbers).made)
  // Two tables, then three, and two of these twice.
  expect(declared(Dexie, [1, 2, 3, 4]).count).toBe(9)
})

test('a Dexie that reads its versions by other statements ends the build', () => {
  expect(() => withVersionsOnce(withVersionsOnce(code))).toThrow('no longer')
})

test('each version of a database is given its stores, as the rewritten Dexie reads no other', () => {
  const text = readFileSync(join(root, 'lib/db/index.ts'), 'utf8')
  const versions = text.match(/\.version\(/g) ?? []
  expect(versions.length).toBeGreaterThan(0)
  expect(text.match(/\.version\(\w+\)\s*\.stores\(/g)).toHaveLength(versions.length)
})
