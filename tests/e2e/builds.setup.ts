import { test } from '@playwright/test'
import { buildPlayground } from '../../scripts/build.ts'
import { compile } from '../chain/compile.ts'
import { ensureBuilt, packageBuild, testBuild } from './support/stage.ts'

for (const browser of ['chrome', 'firefox'] as const) {
  test(`the extension under test for ${browser}`, () => ensureBuilt(testBuild(browser)))
  test(`the package for ${browser}`, () => ensureBuilt(packageBuild(browser)))
}

test('the playground', () => buildPlayground('.output/dapp'))

test('the contracts of the chains', () => Promise.all([compile('good'), compile('odd')]))
