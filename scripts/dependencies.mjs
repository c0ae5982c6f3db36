import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ownNode = 'node_modules/.bin/node'

const lockOf = (folder) => readFileSync(join(folder, 'package-lock.json'))

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex')

/**
 * Runs npm on npm's own Node if npm started this script: the Node that runs this script may be in the folder
 * that npm is about to replace.
 */
const npm = (args, stdio = 'inherit') => {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  const shell = process.platform === 'win32'
  return script && node
    ? spawnSync(node, [script, ...args], { stdio })
    : spawnSync('npm', args, { stdio, shell })
}

/** Returns the Node that npm scripts get: the pinned package's if there is one for this platform. */
export const scriptsNode = () => (existsSync(ownNode) ? ownNode : process.execPath)

const libc = () => (process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl')

/**
 * Returns the locked packages for this platform that are not there: npm leaves out, without a word, an optional
 * one that asks for a newer Node than npm's own, though scripts run on the pinned one.
 */
const leftOut = (folder) =>
  Object.entries(JSON.parse(lockOf(folder)).packages).filter(
    ([place, one]) =>
      one.optional &&
      one.os?.includes(process.platform) &&
      one.cpu?.includes(process.arch) &&
      (one.libc?.includes(libc()) ?? true) &&
      !existsSync(join(folder, place)),
  )

/** Downloads a package, holds it against its hash in the lock file, and unpacks it where npm would have. */
const fetchPackage = (folder, { version, integrity }) => {
  const name = folder.split('node_modules/').at(-1)
  const place = mkdtempSync(join(tmpdir(), 'volley-package-'))
  try {
    const args = ['pack', `${name}@${version}`, '--pack-destination', place, '--loglevel=error']
    const { status } = npm(args, ['ignore', 'ignore', 'inherit'])
    const [file] = status === 0 ? readdirSync(place) : []
    if (!file) throw new Error(`${name} ${version} could not be downloaded.`)
    const packed = join(place, file)
    const hash = createHash('sha512').update(readFileSync(packed)).digest('base64')
    if (integrity !== `sha512-${hash}`)
      throw new Error(`${name} ${version} is not the package that package-lock.json names.`)
    mkdirSync(folder, { recursive: true })
    const unpacked = spawnSync('tar', ['-xzf', packed, '--strip-components=1', '-C', folder])
    if (unpacked.status === 0) return
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`${name} ${version} could not be unpacked: \`tar\` failed.`)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** Installs exactly what the lock file of a folder lists; false if there was nothing to do. */
export const installDependencies = (folder = '.') => {
  const stamp = join(folder, 'node_modules/.installed-lock')
  const wanted = hashOf(lockOf(folder))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = npm(['ci', '--prefix', folder, ...quietly])
  if (status !== 0)
    throw new Error('The dependencies could not be installed: `npm ci` failed, as it says above.')
  for (const [place, one] of leftOut(folder)) fetchPackage(join(folder, place), one)
  writeFileSync(stamp, wanted)
  return true
}

/** Writes the generated types that the TypeScript configuration extends. */
export const prepareTypes = () => {
  const args = ['node_modules/wxt/bin/wxt.mjs', 'prepare']
  const { status, stdout, stderr } = spawnSync(scriptsNode(), args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`wxt prepare failed:\n${stdout}${stderr}`)
}
