import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Dexie from 'dexie'
import { expect, test } from 'vitest'
import { withoutCache } from '../../scripts/plugins/withoutQueryCache.ts'

const root = join(import.meta.dirname, '../..')

test("Dexie loses its cache alone, and a version that puts it in otherwise isn't taken", () => {
  const code = readFileSync(join(root, 'node_modules/dexie/dist/modern/dexie.mjs'), 'utf8')
  const rewritten = withoutCache(code)
  expect(code.length - rewritten.length).toBe('this.use(cacheMiddleware);'.length)
  expect(rewritten).toContain('this.use(observabilityMiddleware);')
  expect(() => withoutCache(rewritten)).toThrow('no longer')
})

test('the background has no live query, for which alone the cache is', () => {
  expect(Dexie).toHaveProperty('liveQuery')
  const files = globSync('{lib,entrypoints}/**/*.ts', { cwd: root })
  const live = files.filter((file) => /liveQuery/i.test(readFileSync(join(root, file), 'utf8')))
  expect(live).toEqual([])
})
