import type { ComponentType } from 'react'
import { chunkHook } from './chunkHook'

/**
 * Makes a component of a chunk that is loaded when it is first drawn, and nothing until it is there. It is shown at once
 * then: what React's `lazy` loads stays hidden for 300 ms after its fallback. Throws if it cannot be loaded.
 */
export const loadedLater = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const useChunk = chunkHook(async () => ({ Loaded: await load() }))
  function Later(props: Props) {
    const chunk = useChunk()
    if (chunk === 'failed') throw new Error('a part of the page could not be loaded')
    return chunk ? <chunk.Loaded {...props} /> : null
  }
  return Object.assign(Later, { ahead: useChunk.ahead })
}
