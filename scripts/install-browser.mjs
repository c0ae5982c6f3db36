import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { scriptsNode } from './dependencies.mjs'

const playwright = (args, timeout) =>
  spawnSync(scriptsNode(), ['node_modules/@playwright/test/cli.js', ...args], {
    // Playwright's retries and stack traces would bury the one sentence that follows if nothing helps.
    stdio: 'ignore',
    timeout,
  }).status === 0

const starts = (file) => spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0

const isRoot = process.getuid?.() === 0

const isDebian = () => {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

const apt = (args) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

const fromApt = (name) => {
  if (!isRoot || !isDebian()) return
  const install = ['install', '-y', '--no-install-recommends', name]
  apt(['update'])
  apt(['-o', 'DPkg::Lock::Timeout=300', ...install])
}

/** Installs Playwright's build if it can be downloaded, else Debian's. */
export const installChromium = async (find) => {
  console.log('No Chromium was found, so one is being installed (about 200 MB).')
  if (playwright(['install', '--no-shell', 'chromium'], 300_000)) {
    const file = await find()
    if (isRoot && file && !starts(file)) playwright(['install-deps', 'chromium'], 300_000)
    if (file) return file
  }
  fromApt('chromium')
  return find()
}

/** Installs Debian's build: Playwright's Firefox is not the one that users have. */
export const installFirefox = async (find) => {
  console.log('No Firefox was found, so one is being installed (about 80 MB).')
  fromApt('firefox-esr')
  return find()
}
