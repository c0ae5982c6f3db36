type Cleanup = () => unknown

const cleanups: Cleanup[] = []
let ending: Promise<void> | undefined

/** Registers a cleanup for the end of the program; cleanups run in reverse order. */
export const onEnd = (cleanup: Cleanup) => {
  cleanups.push(cleanup)
}

/** True once the cleanups have begun, for whatever reason. */
export const isEnding = () => ending !== undefined

/** Runs all cleanups once; a failing one is printed and does not stop the others. */
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

/** Prints an error's first line, after the output of the program that failed (its cause) if there is one. */
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

/** Ends this program with its parent, which may be killed without passing on a signal. */
const watchParent = () => {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void endWith(signals.SIGTERM)
  }, 250).unref()
}

/** Runs to success, failure or a signal, and always runs the cleanups before it exits. */
export const runToEnd = async (run: () => Promise<number>) => {
  for (const [signal, exitCode] of Object.entries(signals))
    // The terminal and npm both send a signal, so a second one is ignored; cleanups have time limits.
    process.on(signal, () => void endWith(exitCode))
  watchParent()
  try {
    await endWith(await run())
  } catch (error) {
    // Errors during cleanup are consequences of the end, not its cause.
    if (ending) return
    report(error)
    await endWith(1)
  }
}
