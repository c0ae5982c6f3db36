import { useSyncExternalStore } from 'react'
import { createShared } from './sharedQuery'

/**
 * Makes the hook of a live query that the whole page shares for each of its arguments: undefined until it is read. Throws
 * where the query fails. `ahead` begins one before anything is drawn.
 */
export const keyedQuery = <Args extends readonly (string | number)[], T>(
  read: (...args: Args) => Promise<T>,
) => {
  const queries = new Map<string, ReturnType<typeof createShared<T>>>()
  const queryOf = (args: Args) => {
    const key = args.join(' ')
    const query = queries.get(key) ?? createShared(() => read(...args))
    queries.set(key, query)
    return query
  }
  function useKeyed(...args: Args): T | undefined {
    const { subscribe, now } = queryOf(args)
    const found = useSyncExternalStore(subscribe, now, now)
    if (found && 'error' in found) throw found.error
    return found?.value
  }
  return Object.assign(useKeyed, { ahead: (...args: Args) => queryOf(args).ahead() })
}
