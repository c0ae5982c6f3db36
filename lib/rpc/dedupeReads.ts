type Read = (chainId: number, method: string, wire: string) => Promise<unknown>

/** A read that may join another; `onJoin` is called if it does, as it then asks nobody. */
type JoiningRead = (...read: [...Parameters<Read>, onJoin?: () => void]) => Promise<unknown>

/**
 * A read like one that is on its way waits for that one's answer: the node is asked once. Not past another
 * answer, which may have told of a block that the one on its way does not know: `dedupe` would join them.
 */
export const dedupeReads = (read: Read): JoiningRead => {
  const open = new Map<string, Promise<unknown>>()
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
