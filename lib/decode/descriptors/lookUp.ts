import type { Registry } from './registry'

/** Loads the registry that is shipped: alone in its chunk, since it weighs a quarter of the page. */
export const loadRegistry = async (): Promise<Registry> =>
  (await import('./registry.json')).default as unknown as Registry
