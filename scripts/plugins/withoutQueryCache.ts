import type { Plugin } from 'vite'

const use = 'this.use(cacheMiddleware);'

/** Returns Dexie's code without its cache of live queries. Throws if Dexie no longer puts it in by this statement. */
export const withoutCache = (code: string): string => {
  if (!code.includes(use)) throw new Error('Dexie no longer uses its cache by this statement')
  return code.replace(use, '')
}

/**
 * Vite plugin for the background, which has no live query: only those are kept in Dexie's cache, which weighs 1.9 kB gzip
 * and looks on at each transaction that writes.
 */
export const withoutQueryCache = (): Plugin => ({
  name: 'without-query-cache',
  apply: 'build',
  transform: (code, id) => (id.endsWith('/dexie.mjs') ? withoutCache(code) : null),
})
