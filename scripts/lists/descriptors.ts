import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERCS } from 'micro-eth-signer/clearsig/repo.js'
import { CLEARSIG_REPO_FULL } from 'micro-eth-signer/clearsig/repo-full.js'
import { compile, type Sources } from './compileDescriptors.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'node_modules/micro-eth-signer')

/** The registry of descriptors (ERC-7730, CC0) as the package `micro-eth-signer` (MIT) ships it. */
export const sources = (): Sources => ({ ...ERCS, ...CLEARSIG_REPO_FULL })

/** The day that the package was published, by `npm view micro-eth-signer time`: the registry is no younger. */
const published: Record<string, string> = { '0.20.1': '2026-09-01' }

export const compiled = () => {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string
  }
  const text = readFileSync(join(folder, 'clearsig/repo-full.js'), 'utf8')
  const commit = /Source commit: ([0-9a-f]{40})/.exec(text)?.[1] ?? ''
  const date = published[version]
  if (!date || !commit) throw new Error(`micro-eth-signer ${version} has no date or commit`)
  return compile(sources(), { source: `micro-eth-signer@${version}, registry ${commit}`, date })
}

/** JSON with one entry of each list or table on a line, so that a change can be read. */
export const written = (value: object): string => {
  const lines = Object.entries(value).map(([name, part]: [string, unknown]) => {
    if (typeof part !== 'object' || part === null)
      return `${JSON.stringify(name)}: ${JSON.stringify(part)}`
    const isList = Array.isArray(part)
    const entries = Object.entries(part).map(([key, entry]) =>
      isList ? JSON.stringify(entry) : `${JSON.stringify(key)}: ${JSON.stringify(entry)}`,
    )
    return `${JSON.stringify(name)}: ${isList ? '[' : '{'}\n${entries.join(',\n')}\n${isList ? ']' : '}'}`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}

if (import.meta.main)
  writeFileSync(join(root, 'lib/decode/descriptors/registry.json'), written(compiled()))
