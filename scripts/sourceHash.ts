import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const sources = [
  '{components,entrypoints,lib,public,scripts/plugins}/**/*.*',
  'package-lock.json',
  'tsconfig.json',
  'wxt.config.ts',
]

/** Hashes files to twelve hex digits, by their paths and contents. */
export const hashOf = (root: string, files: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const file of files.toSorted())
    hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}

/** Hashes the extension's sources to twelve hex digits, equal for a clone and for the sources package. */
export const sourceHash = (root: string): string => hashOf(root, globSync(sources, { cwd: root }))
