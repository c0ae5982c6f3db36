import type { Plugin } from 'vite'

/**
 * Keeps the text of the public suffix list in one place: the bundler writes a constant wherever it is used,
 * which is three times 68 kB for tldts.
 */
export const suffixesOnce = (): Plugin => ({
  name: 'suffixes-once',
  transform(code, id) {
    if (!id.endsWith('tldts/dist/es6/src/data/trie.js')) return null
    const once = code.replace('export const labelText', 'export let labelText')
    if (once === code) throw new Error('tldts keeps its suffixes under another name.')
    return { code: once, map: null }
  },
})
