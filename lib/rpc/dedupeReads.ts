type Read = (chainId: number, method: string, wire: string) => Promise<string>

/** A read that may share the answer of an equal read; if so, it calls `onJoin` and sends nothing. */
type JoiningRead = (...read: [...Parameters<Read>, onJoin?: () => void]) => Promise<string>

/**
 * Dedupes reads: one that equals a read in flight shares its answer. Stricter than `dedupe`: after any
 * answer, new reads join none from before it, because it may have shown a block that they do not know.
 */
export const dedupeReads = (read: Read): JoiningRead => {
  const open = new Map<string, Promise<string>>()
  return (chainId, method, wire, onJoin) => {
    const key = `${chainId} ${method} ${wire}`
    const found = open.get(key)
    if (found) {
      onJoin?.()
      return found
    }
    const answer = read(chainId, method, wire).finally(() => open.clear())
    open.set(key, answer)
    return answer
  }
}
