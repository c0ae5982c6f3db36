import * as z from 'zod/mini'
import { readBody, tooLong } from '../network/readBody'
import { powers } from '../realm/powers'

/**
 * Why a service gave nothing: it said no, it said nothing in time, or nothing that makes sense. A site is told which of
 * these, and never the service's own words.
 */
export type ServiceFailure = 'refused' | 'silent' | 'wrong'

/** Answer of a service, or why there is no answer; `isKnown`: it says that it has these very bytes already. */
export type Answered<T> = { value: T } | { failed: ServiceFailure; isKnown?: true }

/** A paymaster or bundler. `patience`: the longest time for an answer, in ms. */
export type Service = { url: string; patience?: number }

/** Below the 30 s after which the browser ends a worker's fetch; the user is waiting. */
const usualPatience = 8_000

/** Longest answer, in bytes: the data of a paymaster are a few hundred. */
const longest = 64 * 1024

const answer = z.object({
  id: z.unknown(),
  result: z.optional(z.unknown()),
  error: z.optional(z.nullable(z.object({ message: z.optional(z.unknown()) }))),
})

let id = 0

/**
 * Sends a JSON-RPC request to a service that a site named: nothing of the user's goes along, nothing is followed, and
 * neither time nor length is without an end. Never throws.
 */
export const askService = async <T>(
  { url, patience = usualPatience }: Service,
  method: string,
  params: readonly unknown[],
  read: z.ZodMiniType<T>,
): Promise<Answered<T>> => {
  const requestId = ++id
  const sent = await post(url, patience, { jsonrpc: '2.0', id: requestId, method, params })
  if (typeof sent === 'string') return { failed: sent }
  const { status, text } = sent
  const { data } = z.safeParse(answer, jsonOf(text))
  if (data?.id !== requestId) return { failed: withoutAnswer(status) }
  const { result, error } = data
  if (error) {
    if (result !== undefined && result !== null) return { failed: 'wrong' }
    return { failed: 'refused', ...(isKnown(error.message) ? { isKnown: true } : {}) }
  }
  const value = z.safeParse(read, result)
  return value.success ? { value: value.data } : { failed: 'wrong' }
}

/** Alto: "Already known"; Rundler: "operation already known". */
const isKnown = (message: unknown): boolean =>
  typeof message === 'string' && /already ?known/i.test(message)

/** Reads a body that is no answer by its HTTP status: one that blames the request (4xx) is a no. */
const withoutAnswer = (status: number): ServiceFailure =>
  status >= 400 && status < 500 ? 'refused' : 'wrong'

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const post = async (
  url: string,
  patience: number,
  body: unknown,
): Promise<{ status: number; text: string } | ServiceFailure> => {
  let response: Response
  try {
    response = await powers.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      // A service that redirects would have a host asked that nobody was shown.
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
  } catch {
    return 'silent'
  }
  try {
    return { status: response.status, text: await readBody(response, longest) }
  } catch (error) {
    return error instanceof Error && error.message === tooLong ? 'wrong' : 'silent'
  }
}
