import { globSync } from 'node:fs'
import { hashOf } from '../../scripts/sourceHash.ts'

/** Files that measure, and those that start and drive the browsers and nodes for them. */
const ruler = [
  'tests/bench/{*,cold/*,floor/*,measures/*,steps/*}.{ts,js,json,html}',
  'tests/chain/**/*.*',
  'tests/e2e/support/{chromium,journal,sidePanel,walletPages}.ts',
]

/** Files that say what was measured and why, and the comparison with another wallet: no stored figure comes from them. */
const apart = ['ends', 'measuredPage', 'peer', 'reasons', 'store', 'table'].map(
  (name) => `tests/bench/${name}.ts`,
)

/** Hashes what measures to twelve hex digits. */
export const rulerHash = (root: string): string =>
  hashOf(
    root,
    globSync(ruler, { cwd: root }).filter((file) => !apart.includes(file)),
  )
