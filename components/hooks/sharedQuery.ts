import { liveQuery, type Subscription } from 'dexie'
import { useSyncExternalStore } from 'react'

type Answer<T> = { value: T } | { error: unknown }

/**
 * Begins a live query with its first subscriber, or ahead of that, keeps its last answer for all who come later, and ends
 * and forgets it once nobody is left.
 */
export const createShared = <T>(read: () => Promise<T>) => {
  const listeners = new Set<() => void>()
  let answer: Answer<T> | undefined
  let query: Subscription | undefined
  const take = (next: Answer<T>) => {
    answer = next
    for (const listener of listeners) listener()
  }
  const ahead = () => {
    query ??= liveQuery(read).subscribe(
      (value) => take({ value }),
      (error: unknown) => take({ error }),
    )
  }
  const endIfLeft = () => {
    if (listeners.size > 0) return
    query?.unsubscribe()
    query = undefined
    answer = undefined
  }
  const subscribe = (listener: () => void) => {
    ahead()
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      // One screen leaves before the next one comes, within the same turn.
      queueMicrotask(endIfLeft)
    }
  }
  return { ahead, subscribe, now: () => answer }
}

/**
 * Makes the hook of a live query that the whole page shares, so that what many parts show is read once and is there
 * when the next part is drawn: undefined until it is read. Throws where the query fails. `ahead` begins it before
 * anything is drawn.
 */
export const sharedQuery = <T>(read: () => Promise<T>) => {
  const { ahead, subscribe, now } = createShared(read)
  function useShared(): T | undefined {
    const found = useSyncExternalStore(subscribe, now, now)
    if (found && 'error' in found) throw found.error
    return found?.value
  }
  return Object.assign(useShared, { ahead })
}
