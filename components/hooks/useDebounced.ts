import { useEffect, type DependencyList } from 'react'

/**
 * Runs an effect once its dependencies have not changed for so long, in ms: while somebody types, nothing runs. What
 * the effect returns is called before the next one, and when the component goes.
 */
export const useDebounced = (
  effect: () => (() => void) | undefined,
  ms: number,
  dependencies: DependencyList,
): void => {
  useEffect(() => {
    let undo: (() => void) | undefined
    const timer = setTimeout(() => {
      undo = effect()
    }, ms)
    return () => {
      clearTimeout(timer)
      undo?.()
    }
  }, dependencies)
}
