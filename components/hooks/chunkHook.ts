import { useEffect, useState } from 'react'

/**
 * Makes the hook of a chunk that is loaded when first needed: undefined until it is there, `failed` if it cannot be.
 * `ahead` loads it before anything is drawn, as where effects never run.
 */
export const chunkHook = <Chunk extends object>(load: () => Promise<Chunk>) => {
  let loaded: Chunk | undefined
  const ahead = async () => {
    loaded = await load()
  }
  function useChunk(): Chunk | 'failed' | undefined {
    const [chunk, setChunk] = useState<Chunk | 'failed' | undefined>(loaded)
    useEffect(() => {
      // Another component may have loaded it since this one was drawn.
      if (loaded) {
        setChunk(loaded)
        return
      }
      load().then(
        (found) => {
          loaded = found
          setChunk(found)
        },
        () => setChunk('failed'),
      )
    }, [])
    return chunk
  }
  return Object.assign(useChunk, { ahead })
}
