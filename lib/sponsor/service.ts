import * as v from 'valibot'
import { postJson, tooLong } from '../network/readBody'
import { isObject } from '../values/isObject'

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

type Fields = Partial<Record<string, unknown>>

let id = 0

/**
 * Sends a JSON-RPC request to a service that a site named: neither time nor length is without an end. Never throws.
 */
export const askService = async <T>(
  { url, patience = usualPatience }: Service,
  method: string,
  params: readonly unknown[],
  read: v.GenericSchema<unknown, T>,
): Promise<Answered<T>> => {
  const requestId = ++id
  const body = JSON.stringify({ jsonrpc: '2.0', id: requestId, method, params })
  try {
    const { status, text } = await postJson(url, body, patience, longest)
    const answer = jsonOf(text)
    const { id: of, result, error }: Fields = isObject(answer) ? answer : {}
    const refusal = isObject(error) ? error : undefined
    // An error that is no object is none: the answer is not JSON-RPC.
    if (of !== requestId || (error ?? refusal) !== refusal) return { failed: withoutAnswer(status) }
    if (refusal && (result ?? null) === null)
      return { failed: 'refused', ...(isKnown(refusal.message) ? { isKnown: true } : {}) }
    const value = v.safeParse(read, result)
    return value.success && !refusal ? { value: value.output } : { failed: 'wrong' }
  } catch (error) {
    return { failed: error instanceof Error && error.message === tooLong ? 'wrong' : 'silent' }
  }
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
