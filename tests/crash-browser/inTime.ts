import { setTimeout as delay } from 'node:timers/promises'

/** What is promised, or a sentence that says what took longer than so many ms. */
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
