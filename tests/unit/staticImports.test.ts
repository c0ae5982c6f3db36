import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withStaticImport } from '../../scripts/plugins/staticImports.ts'

test.each([
  ['utils/signature/recoverPublicKey', "import { secp256k1 } from '@noble/curves/secp256k1';"],
  [
    'actions/public/call',
    "import { offchainLookup, offchainLookupSignature } from '../../utils/ccip.js';",
  ],
])(
  'viem’s %s is rewritten without a dynamic import, any other ends the build',
  async (name, first) => {
    const file = `node_modules/viem/_esm/${name}.js`
    const code = await readFile(join(import.meta.dirname, '../..', file), 'utf8')
    const rewritten = withStaticImport(code)
    expect(rewritten).not.toContain('import(')
    expect(rewritten.startsWith(first)).toBe(true)
    expect(() => withStaticImport(rewritten)).toThrow('viem no longer imports')
  },
)
