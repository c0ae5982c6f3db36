import { setTimeout as wait } from 'node:timers/promises'

/** How long a step may take, in ms: a busy machine stands still for many seconds. */
const timeout = 120_000

/** Waits until something is there, and returns it. Throws if it does not come; `what` it is. */
export const until = async <Found>(
  what: string,
  find: () => Promise<Found | undefined | false> | Found | undefined | false,
  every = 20,
): Promise<Found> => {
  const deadline = Date.now() + timeout
  for (;;) {
    const found = await find()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`This did not come: ${what}.`)
    await wait(every)
  }
}
