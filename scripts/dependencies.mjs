import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const stamp = 'node_modules/.installed-lock'
const ownNode = 'node_modules/.bin/node'

const lockHash = () => createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')

const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()

/**
 * Runs npm on npm's own Node if npm started this script: the Node that runs this script may be in the folder
 * that npm is about to replace.
 */
const npm = (args) => {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  const shell = process.platform === 'win32'
  return script && node
    ? spawnSync(node, [script, ...args], { stdio: 'inherit' })
    : spawnSync('npm', args, { stdio: 'inherit', shell })
}

/** Returns the Node that npm scripts get: the pinned package's if there is one for this platform. */
export const scriptsNode = () => (existsSync(ownNode) ? ownNode : process.execPath)

/** Installs exactly what the lock file lists; false if there was nothing to do. */
export const installDependencies = () => {
  if (isInstalled()) return false
  const { status } = npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  if (status !== 0)
    throw new Error('The dependencies could not be installed: `npm ci` failed, as it says above.')
  writeFileSync(stamp, lockHash())
  return true
}

/** Writes the generated types that the TypeScript configuration extends. */
export const prepareTypes = () => {
  const args = ['node_modules/wxt/bin/wxt.mjs', 'prepare']
  const { status, stdout, stderr } = spawnSync(scriptsNode(), args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`wxt prepare failed:\n${stdout}${stderr}`)
}
