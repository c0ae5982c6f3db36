import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cache, journal } from '@/lib/db'
import { withoutCache } from '../../scripts/plugins/withoutQueryCache.ts'

const root = join(import.meta.dirname, '../..')

/** As Dexie keeps its options. */
const isDisabled = { _options: { cache: 'disabled' } }

test("Dexie loses its cache alone, and a version that puts it in otherwise isn't taken", () => {
  const code = readFileSync(join(root, 'node_modules/dexie/dist/modern/dexie.mjs'), 'utf8')
  const rewritten = withoutCache(code)
  expect(code.length - rewritten.length).toBe('this.use(cacheMiddleware);'.length)
  expect(rewritten).toContain('this.use(observabilityMiddleware);')
  expect(() => withoutCache(rewritten)).toThrow('no longer')
})

test('both databases are opened without it, so that tests run what is built', () => {
  for (const database of [journal, cache]) expect(database).toMatchObject(isDisabled)
})

test('no other file opens a database', () => {
  const files = globSync('{lib,components,entrypoints}/**/*.{ts,tsx}', { cwd: root })
  const open = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('new Dexie('))
  expect(open).toEqual([join('lib', 'db', 'index.ts')])
})
