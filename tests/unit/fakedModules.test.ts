import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The page's line to the background, for which all files have a fake of one shape. */
const faked = /vi\.mock\('@\/(?!components\/store\/session')/

const files = globSync('**/*.test.ts', { cwd: import.meta.dirname })
const texts = files.map((file) => ({
  file,
  text: readFileSync(join(import.meta.dirname, file), 'utf8'),
}))

test('files share modules: one that fakes a module of ours loads all anew, and leaves none of it to the next', () => {
  const faking = texts.filter(({ text }) => faked.test(text))
  expect(faking.length).toBeGreaterThan(5)
  const sharing = faking.filter(
    ({ text }) =>
      !text.includes('vi.hoisted(() => vi.resetModules())') ||
      !/afterAll\(\(\) => \{\s+vi\.resetModules\(\)/.test(text),
  )
  expect(sharing.map(({ file }) => file)).toEqual([])
})
