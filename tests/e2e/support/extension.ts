import { cp, mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Build, buildExtension, builtExtension } from '../../../scripts/build.ts'
import { sourceHash } from '../../../scripts/sourceHash.ts'
import type { Chains } from './chains.ts'

export type Browser = Build['browser']

const root = join(import.meta.dirname, '../../..')

/**
 * URLs compiled into the test build, where nobody listens: each worker replaces them by its own chains' in a
 * copy.
 */
const builtFor = {
  local: 'http://127.0.0.1:40001',
  base: 'http://127.0.0.1:40002',
  testnet: 'http://127.0.0.1:40003',
}

/** The extension under test, in a folder of its own, so that a running `npm start` keeps its files. */
export const testBuild = (browser: Browser): Build => ({
  browser,
  mode: 'development',
  outDir: '.output/e2e',
  env: {
    VOLLEY_LOCAL_URL: builtFor.local,
    VOLLEY_BASE_URL: builtFor.base,
    VOLLEY_TESTNET_BASE_URL: builtFor.testnet,
    NODE_ENV: 'production',
  },
})

/** The production package. */
export const packageBuild = (browser: Browser): Build => ({
  browser,
  mode: 'production',
  outDir: '.output',
})

/** Builds the extension unless a build of the present sources exists. */
export const ensureBuilt = async (build: Build) => {
  const background = join(builtExtension(build), 'background.js')
  const code = await readFile(background, 'utf8').catch(() => '')
  if (!code.includes(sourceHash(root))) await buildExtension(build)
}

/** Copies the test build with the URLs of these chains in it; returns the folder. */
export const extensionFor = async (browser: Browser, chains: Chains) => {
  const folder = await mkdtemp(join(tmpdir(), 'volley-extension-'))
  await cp(builtExtension(testBuild(browser)), folder, { recursive: true })
  const files = await readdir(folder, { recursive: true })
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const path = join(folder, file)
    let code = await readFile(path, 'utf8')
    for (const name of ['local', 'base', 'testnet'] as const)
      code = code.replaceAll(builtFor[name], chains[name].url)
    await writeFile(path, code)
  }
  return folder
}
