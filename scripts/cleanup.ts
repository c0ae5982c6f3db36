type Cleanup = () => unknown

const cleanups: Cleanup[] = []
let ending: Promise<void> | undefined

/** Ends something that was started, when the whole ends: last started, first ended. */
export const onEnd = (cleanup: Cleanup) => {
  cleanups.push(cleanup)
}

/** Whether everything is being ended, for whatever reason. */
export const isEnding = () => ending !== undefined

/** What fails to end does not keep the rest from it. */
const end = () => {
  ending ??= (async () => {
    for (const cleanup of cleanups.reverse())
      try {
        await cleanup()
      } catch (error) {
        console.error(error instanceof Error ? error.message : error)
      }
  })()
  return ending
}

/** One sentence; what a program that failed has printed goes before it. */
const report = (error: unknown) => {
  if (!(error instanceof Error)) return console.error(error)
  if (typeof error.cause === 'string') console.error(error.cause)
  console.error(error.message.split('\n')[0])
}

const endWith = async (exitCode: number) => {
  await end()
  process.exit(exitCode)
}

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Who started us may be killed without a chance to pass that on. */
const watchParent = () => {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void endWith(signals.SIGTERM)
  }, 250).unref()
}

/** Runs to the end, to a failure or to a signal; whichever it is, nothing that was started stays. */
export const runToEnd = async (run: () => Promise<number>) => {
  for (const [signal, exitCode] of Object.entries(signals))
    // A terminal and npm both send one, so a second one means nothing; the ending is bounded.
    process.on(signal, () => void endWith(exitCode))
  watchParent()
  try {
    await endWith(await run())
  } catch (error) {
    // What breaks while everything is being ended is no news.
    if (ending) return
    report(error)
    await endWith(1)
  }
}
