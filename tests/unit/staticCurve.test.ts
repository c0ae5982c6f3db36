import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withStaticCurve } from '../../scripts/staticCurve.ts'

test('viem’s own file is rewritten without a dynamic import, and any other ends the build', async () => {
  const file = 'node_modules/viem/_esm/utils/signature/recoverPublicKey.js'
  const code = await readFile(join(import.meta.dirname, '../..', file), 'utf8')
  const rewritten = withStaticCurve(code)
  expect(rewritten).not.toContain('import(')
  expect(rewritten).toMatch(/^import \{ secp256k1 as curve \} from '@noble\/curves\/secp256k1';/)
  expect(() => withStaticCurve(rewritten)).toThrow('viem no longer imports')
})
