import type { Plugin } from 'vite'
import { laterFiles as name } from '../../components/approvals/preload.ts'

/** Modules that `components/approvals/ahead.ts` loads beside the first questions of an approval. */
const modules = [
  'lib/listed/tokenIdentity.ts',
  'lib/listed/contractNames.ts',
  'components/approvals/verb.ts',
]

/** Vite plugin that tells the page the addresses of the files that an approval loads later, and what they import. */
export const laterFiles = (): Plugin => ({
  name: 'later-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [one] : []))
      const starts = chunks.filter(
        ({ isEntry, moduleIds }) =>
          !isEntry && moduleIds.some((id) => modules.some((module) => id.endsWith(module))),
      )
      const found = new Set(starts.map(({ fileName }) => fileName))
      for (const file of found)
        for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
          found.add(imported)
      const own = chunks.filter(({ isEntry }) => isEntry)
      for (const { fileName, imports } of own)
        for (const file of [fileName, ...imports]) found.delete(file)
      return [
        {
          tag: 'meta',
          attrs: { name, content: [...found].map((file) => `/${file}`).join(' ') },
          injectTo: 'head-prepend',
        },
      ]
    },
  },
})
