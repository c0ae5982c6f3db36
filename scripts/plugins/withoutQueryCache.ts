import type { Plugin } from 'vite'

const use = 'this.use(cacheMiddleware);'

/** Returns Dexie's code without its cache of live queries. Throws if Dexie no longer puts it in by this statement. */
export const withoutCache = (code: string): string => {
  if (!code.includes(use)) throw new Error('Dexie no longer uses its cache by this statement')
  return code.replace(use, '')
}

/**
 * Vite plugin that leaves out Dexie's cache of live queries, 1.9 kB gzip: `lib/db` opens its databases without, as parts of
 * a page that show the same rows share a query (`components/hooks/sharedQuery.ts`).
 */
export const withoutQueryCache = (): Plugin => ({
  name: 'without-query-cache',
  apply: 'build',
  transform: (code, id) => (id.endsWith('/dexie.mjs') ? withoutCache(code) : null),
})
