import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtExtension } from '../../scripts/build.ts'
import { packageBuild, type Browser } from '../e2e/support/extension.ts'
import { chromiumHands } from './chromiumHands.ts'
import { firefoxHands } from './firefoxHands.ts'
import { startInternet } from './internet.ts'
import { startProxy } from './proxy.ts'
import type { World } from './walk.ts'

/** Hash of Base's first block, which the wallet holds its node to. */
const genesis = '0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd'

/** Copies the package with a line of code in front of some of its scripts. */
const withPlants = async (browser: Browser, plants: Record<string, string>) => {
  const folder = await mkdtemp(join(tmpdir(), 'volley-hosts-'))
  await cp(builtExtension(packageBuild(browser)), folder, { recursive: true })
  for (const [file, code] of Object.entries(plants)) {
    const path = join(folder, file)
    await writeFile(path, `${code}\n${await readFile(path, 'utf8')}`)
  }
  return folder
}

/**
 * Runs a walk with the package that users get, in a browser whose whole Internet is on this machine; `plants`
 * are lines of code by the script of the package that they are put in front of.
 */
export const inWorld = async <Result>(
  browser: Browser,
  walk: (world: World) => Promise<Result>,
  plants: Record<string, string> = {},
): Promise<Result> => {
  const { chain, internet } = await startInternet(genesis)
  const proxy = await startProxy(internet)
  const folder = await withPlants(browser, plants)
  const hands = await (browser === 'chrome' ? chromiumHands : firefoxHands)(folder, proxy.port)
  try {
    return await walk({ hands, proxy, chain })
  } finally {
    await hands.end()
    await proxy.stop()
    await chain.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
