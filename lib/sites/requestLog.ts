import { mutex } from '../async'

/** A request of a site as developers see it: no params, no result, no URL. */
export type RequestNote = {
  origin: string
  method: string
  /** The error's code; undefined: it was answered. */
  code?: number
  /** How long it took, in ms, the user's time included. */
  ms: number
  /** When it came, in ms since 1970. */
  at: number
}

/** How many are kept. */
const most = 200

/** The last requests of sites, kept in memory that outlives the worker, and only while the user wants them. */
export const createRequestLog = (world: {
  isOn: () => Promise<boolean>
  read: () => Promise<RequestNote[]>
  write: (notes: RequestNote[]) => Promise<void>
  now: () => number
}) => {
  /** Notes are added and read one after another: each is written beside those before it. */
  const inTurn = mutex()

  const add = async (note: RequestNote): Promise<void> => {
    if (await world.isOn()) await world.write([note, ...(await world.read())].slice(0, most))
  }

  /** Notes a request when it ends; `run` gives the JSON text of its answer. */
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

  /** Newest first. */
  const read = (): Promise<RequestNote[]> =>
    inTurn(async () => ((await world.isOn()) ? world.read() : []))

  return { noting, read, clear: () => world.write([]) }
}

/** The log as the rest of the background holds it. */
export type RequestLog = ReturnType<typeof createRequestLog>
