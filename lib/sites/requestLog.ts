import { mutex } from '../async'

/** A logged request of a site, for developers: without params, result or URL. */
export type RequestNote = {
  origin: string
  method: string
  /** The error's code; absent if the request succeeded. */
  code?: number
  /** Duration in ms, including the time the user took. */
  ms: number
  /** Time of arrival, in ms since 1970. */
  at: number
}

/** Maximum number of requests kept. */
const most = 200

/**
 * Creates the log of the last site requests; it outlives the worker in session storage and is off by
 * default.
 */
export const createRequestLog = (world: {
  isOn: () => Promise<boolean>
  read: () => Promise<RequestNote[]>
  write: (notes: RequestNote[]) => Promise<void>
  now: () => number
}) => {
  /** Mutex: each write includes the entries before it. */
  const inTurn = mutex()

  const add = async (note: RequestNote): Promise<void> => {
    if (await world.isOn()) await world.write([note, ...(await world.read())].slice(0, most))
  }

  /** Logs a request when it ends; `run` returns the JSON text of its answer. */
  const noting = async (
    { origin, method }: { origin: string; method: string },
    run: () => Promise<string>,
  ): Promise<string> => {
    const at = world.now()
    const text = await run()
    const code = /^\{"error":\{"code":(-?\d+)/.exec(text)?.[1]
    const note = { origin, method: method.slice(0, 64), ms: world.now() - at, at }
    void inTurn(() => add(code === undefined ? note : { ...note, code: Number(code) })).catch(
      () => undefined,
    )
    return text
  }

  /** Returns the logged requests, newest first; empty while logging is off. */
  const read = (): Promise<RequestNote[]> =>
    inTurn(async () => ((await world.isOn()) ? world.read() : []))

  return { noting, read, clear: () => world.write([]) }
}

/** The log as other parts of the background use it. */
export type RequestLog = ReturnType<typeof createRequestLog>
