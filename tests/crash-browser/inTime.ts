import { setTimeout as delay } from 'node:timers/promises'

/** Resolves as `answer` does; rejects with a sentence that names `what` after `ms`. */
export const inTime = async <T>(what: string, answer: Promise<T>, ms: number): Promise<T> => {
  const waiting = new AbortController()
  const late = delay(ms, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`${what} took longer than ${ms / 1000} s`)
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([answer, late])
  } finally {
    waiting.abort()
  }
}
