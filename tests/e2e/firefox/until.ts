import { setTimeout as delay } from 'node:timers/promises'

const timeLimit = 60_000

/** Looks until there is something, and gives it back; Firefox tells nobody when an extension's page has changed. */
export const until = async <Value>(
  what: string | (() => Promise<string>),
  look: () => Promise<Value | undefined | false | null>,
): Promise<Value> => {
  const deadline = Date.now() + timeLimit
  let error: unknown
  while (Date.now() < deadline) {
    // A page that has just gone may never answer.
    const late = delay(5_000).then(() => undefined)
    const found = await Promise.race([look(), late]).catch(
      (thrown: unknown) => void (error = thrown),
    )
    if (found) return found
    await delay(50)
  }
  const words = typeof what === 'string' ? what : await what()
  throw new Error(`${words} did not come within ${timeLimit / 1000} s`, { cause: error })
}
