import { chunkHook } from '../hooks/chunkHook'

/** Loaded while the first quote is awaited; without it the button says that it approves. */
export const useVerbs = chunkHook(async () => {
  const { verbOf } = await import('./verb')
  return { verbOf }
})
