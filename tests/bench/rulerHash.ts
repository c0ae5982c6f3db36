import { globSync } from 'node:fs'
import { hashOf } from '../../scripts/sourceHash.ts'

/** Files that measure: those that only print what was measured, or say why, change no figure. */
const ruler = ['tests/bench/{*,floor/*,measures/*,steps/*}.{ts,js,json,html}', 'tests/chain/**/*.*']

const printing = ['ends', 'measuredPage', 'peer', 'reasons', 'store', 'table'].map(
  (name) => `tests/bench/${name}.ts`,
)

/** Hashes what measures to twelve hex digits. */
export const rulerHash = (root: string): string =>
  hashOf(
    root,
    globSync(ruler, { cwd: root }).filter((file) => !printing.includes(file)),
  )
