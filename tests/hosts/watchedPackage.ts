import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtExtension } from '../../scripts/build.ts'
import { packageBuild, type Browser } from '../e2e/support/stage.ts'
import { chromiumHands } from './chromiumHands.ts'
import { firefoxHands } from './firefoxHands.ts'
import { startInternet } from './internet.ts'
import { startProxy } from './proxy.ts'
import type { World } from './walk.ts'

/** Hash of Base's first block, which the wallet holds its node to. */
const genesis = '0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd'

/**
 * Hosts that each browser contacts by itself: Chromium asks for updates and for a signed-in user, Firefox for
 * settings of Mozilla, whose server a release lets no preference change. Nothing of them may stand in the package, so that a request to one is never the wallet's.
 */
const browsersOwn: Record<Browser, readonly string[]> = {
  chrome: ['accounts.google.com', 'update.googleapis.com'],
  firefox: ['firefox.settings.services.mozilla.com'],
}

/** Throws if a script of the package names a host that its requests could hide behind. */
const checkNames = async (folder: string, hosts: readonly string[]) => {
  const files = await readdir(folder, { recursive: true })
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const code = await readFile(join(folder, file), 'utf8')
    for (const host of hosts) if (code.includes(host)) throw new Error(`${file} names ${host}`)
  }
}

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
  const { chain, internet, startPayer, stop } = await startInternet(genesis)
  const proxy = await startProxy(internet)
  const folder = await withPlants(browser, plants)
  await checkNames(folder, browsersOwn[browser])
  const hands = await (browser === 'chrome' ? chromiumHands : firefoxHands)(folder, proxy.port)
  try {
    return await walk({ hands, proxy, chain, startPayer, browsersOwn: browsersOwn[browser] })
  } finally {
    await hands.end()
    await proxy.stop()
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}
