import type { Plugin } from 'vite'
import { laterFiles as name } from '../../components/approvals/preload.ts'

/**
 * Modules that `components/approvals/ahead.ts` loads beside the first questions of an approval, and last the lists of
 * sites, which run once the request is on the screen.
 */
const modules = [
  'lib/listed/tokenIdentity.ts',
  'lib/listed/contractNames.ts',
  'components/approvals/verb.ts',
  'components/sites/check.ts',
]

/** Vite plugin that tells the page the addresses of the files that an approval loads later, and what they import. */
export const laterFiles = (): Plugin => ({
  name: 'later-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [one] : []))
      const found = new Set<string>()
      const add = (file: string) => {
        if (found.has(file)) return
        found.add(file)
        chunks.find(({ fileName }) => fileName === file)?.imports.forEach(add)
      }
      for (const one of modules)
        for (const { isEntry, moduleIds, facadeModuleId, fileName } of chunks)
          if (!isEntry && [...moduleIds, facadeModuleId].some((id) => id?.endsWith(one)))
            add(fileName)
      const later = [...found].filter((file) => !html.includes(file))
      return [
        {
          tag: 'meta',
          attrs: { name, content: later.map((file) => `/${file}`).join(' ') },
          injectTo: 'head-prepend',
        },
      ]
    },
  },
})
