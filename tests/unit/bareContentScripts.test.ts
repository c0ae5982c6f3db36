import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withMainAlone } from '../../scripts/plugins/bareContentScripts.ts'

test.each(['isolated', 'main'])(
  'WXT’s entry of a content script in the %s world runs its code alone, any other ends the build',
  async (world) => {
    const name = `content-script-${world}-world-entrypoint`
    const file = `node_modules/wxt/dist/virtual/${name}.mjs`
    const entry = await readFile(join(import.meta.dirname, '../..', file), 'utf8')
    const own = `import definition from "virtual:user-${name}";`
    expect(withMainAlone(entry)).toBe(`${own} definition.main();`)
    expect(() => withMainAlone(entry.replace(own, ''))).toThrow('WXT no longer imports')
  },
)
