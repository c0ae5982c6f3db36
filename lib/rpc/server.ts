import type { SiteRequest } from './siteRequest'
import {
  JsonRpcEngineV2,
  type JsonRpcMiddleware,
  type MiddlewareContext,
  type ResultConstraint,
} from '@metamask/json-rpc-engine/v2'
import * as z from 'zod/mini'
import { sameAddress } from '../values/address'
import { wait } from '../async'
import type { Approval } from '../db'
import { errors, rpcError, toError, toWire, type WireError } from './errors'
import { dedupeReads } from './dedupeReads'
import { parseParams } from './limit'
import type { AnyMethod, Intake, Caller } from './method'
import { explain } from './schema'

/** The parts of the wallet that the stack works on. */
export type Services = {
  methods: Record<string, AnyMethod>
  nodeMethods: ReadonlySet<string>
  /** Sends params as they came to the node of a network and gives back what it answered. */
  node: (chainId: number, method: string, wire: string) => Promise<unknown>
  site: (origin: string) => Promise<Omit<Caller, 'ask' | 'asked' | 'node' | 'origin'>>
  find: (id: string) => Promise<Approval | undefined>
  /** Asks the user; `onWait` is called once the request waits for nothing else. */
  ask: (
    request: SiteRequest,
    params: unknown,
    intake?: Intake,
    onWait?: () => void,
  ) => Promise<Approval>
}

/** One request on its way through the stack. */
type Call = {
  site: SiteRequest
  /** The method's own file; undefined where the wallet has none of that name. */
  method: AnyMethod | undefined
  /** Undefined until `limit` has parsed them; as the method's schema gives them after `authorize`. */
  params: unknown
  /** The origin's accounts and network, read once for the whole stack. */
  about: () => ReturnType<Services['site']>
  onWait: () => void
}

type Step = (call: Call, next: () => Promise<unknown>) => Promise<unknown>

type JsonRpcRequest = { jsonrpc: '2.0'; id: string; method: string }

type Result = ResultConstraint<JsonRpcRequest>

type Middleware = JsonRpcMiddleware<JsonRpcRequest, Result, MiddlewareContext<{ call: Call }>>

/** The engine carries a request without params: everything that a step needs is in the context. */
const asMiddleware =
  (step: Step): Middleware =>
  ({ context, next }) =>
    step(context.assertGet('call'), next) as Promise<Result>

/** Nothing leaves the stack but our own errors: no stack trace, path, URL or library's text. */
const seal: Step = async (_, next) => {
  try {
    return await next()
  } catch (error) {
    throw toError(toWire(error))
  }
}

/** Measures the params' text, then parses it: the steps after see JSON of a bounded size and depth. */
const limit: Step = async (call, next) => {
  call.params = parseParams(call.site.method, call.site.wire)
  return next()
}

/**
 * Params have their shape, and name only accounts that this origin was granted (4100).
 * A replayed request was checked when it first came: its row must be the same request, no more.
 */
const authorize =
  ({ find }: Services): Step =>
  async (call, next) => {
    const { method, site } = call
    if (!method) return next()
    const parsed = z.safeParse(method.params, call.params)
    if (!parsed.success) throw rpcError('invalidParams', explain(parsed.error))
    const row = method.decision && (await find(site.id))
    if (row && !isSame(row, site)) throw rpcError('invalidRequest', 'its id was used before')
    const account = method.account?.(parsed.data)
    if (account && !row) {
      const { accounts } = await call.about()
      if (!accounts.some((granted) => sameAddress(granted, account))) throw rpcError('unauthorized')
    }
    call.params = parsed.data
    return next()
  }

const isSame = (row: Approval, { origin, method, wire }: SiteRequest): boolean =>
  row.origin === origin && row.method === method && row.wire === wire

/** Runs the method's own file. */
const answer =
  (services: Services): Step =>
  async ({ site, method, params, about, onWait }, next) => {
    if (!method) return next()
    const known = await about()
    const result = await method.handle(params, {
      ...known,
      origin: site.origin,
      asked: site,
      node: (name, list) => services.node(known.chainId, name, JSON.stringify(list)),
      ask: (intake) => services.ask(site, params, intake, onWait),
    })
    return z.encode(method.result, result)
  }

/** Read-only methods go to the node of the site's network as they came. */
const node = (services: Services): Step => {
  const read = dedupeReads(services.node)
  return async ({ site, about, onWait }, next) => {
    if (!services.nodeMethods.has(site.method)) return next()
    const { chainId } = await about()
    // A read that joins another leaves its place in the line to the next.
    return read(chainId, site.method, site.wire, onWait)
  }
}

const unknown: Step = ({ site }) => {
  throw rpcError('unsupportedMethod', site.method.slice(0, 64))
}

/** A failure without a word of its own: the database's, as a rule. */
const isUnexpected = ({ error }: { error?: WireError }): boolean =>
  error?.message === errors.internal[1]

/** The life of a request: give it one, it resolves to the JSON text of `{result}` or `{error}`. */
export const createServer = (
  services: Services,
): ((request: SiteRequest, onWait?: () => void) => Promise<string>) => {
  const stack = [seal, limit, authorize(services), answer(services), node(services), unknown]
  const engine = JsonRpcEngineV2.create<Middleware>({ middleware: stack.map(asMiddleware) })
  const methodOf = (name: string) =>
    Object.hasOwn(services.methods, name) ? services.methods[name] : undefined
  const run = async (site: SiteRequest, onWait: () => void) => {
    const { id, method } = site
    let known: ReturnType<Services['site']> | undefined
    const about = () => (known ??= services.site(site.origin))
    const call: Call = { site, method: methodOf(method), params: undefined, about, onWait }
    try {
      return { result: await engine.handle({ jsonrpc: '2.0', id, method }, { context: { call } }) }
    } catch (error) {
      return { error: toWire(error) }
    }
  }
  return async (site, onWait = () => undefined) => {
    let answer = await run(site, onWait)
    // A method that asks the user finds its row when it runs again: a passing failure is no answer to what was approved.
    const asks = methodOf(site.method)?.decision !== undefined
    for (let tries = 0; tries < 3 && isUnexpected(answer) && asks; tries++) {
      await wait(100 * 4 ** tries)
      answer = await run(site, onWait)
    }
    return JSON.stringify(answer)
  }
}
