// Runs before anything is installed, so it is plain JavaScript that a Node as old as 18 understands.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium, findFirefox } from './browsers.mjs'
import { installDependencies, prepareTypes, scriptsNode } from './dependencies.mjs'
import { installChromium, installFirefox } from './install-browser.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const wants = (flag) => process.argv.includes(flag)

const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return
  throw new Error(
    `Volley is built with Node 22.18 or newer and this is ${process.version}: install a newer one from https://nodejs.org and try again.`,
  )
}

/** True on the one platform for which a pinned npm package brings the Node of all npm scripts. */
const bringsNode = process.platform === 'linux' && process.arch === 'x64'

const setUp = async () => {
  if (!bringsNode) checkNode()
  const isChanged = installDependencies()
  if (bringsNode && scriptsNode() === process.execPath) checkNode()
  if (isChanged || !existsSync('.wxt/wxt.d.ts')) prepareTypes()
  if (wants('--bundler')) installDependencies('tests/bundler')
  if (wants('--no-browsers')) return

  const chromium = (await findChromium()) ?? (await installChromium(findChromium))
  if (!chromium)
    throw new Error(
      'No Chromium was found and none could be installed: install Chromium (branded Chrome does not load unpacked extensions from the command line) or set VOLLEY_CHROMIUM to its path.',
    )
  if (!wants('--firefox')) return
  const firefox = (await findFirefox()) ?? (await installFirefox(findFirefox))
  if (!firefox)
    console.error(
      'No Firefox was found and none could be installed: install Firefox or set VOLLEY_FIREFOX to its path; until then its test fails.',
    )
}

try {
  await setUp()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
