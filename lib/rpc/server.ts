import type { SiteRequest } from './siteRequest'
import {
  JsonRpcEngineV2,
  type JsonRpcMiddleware,
  type MiddlewareContext,
} from '@metamask/json-rpc-engine/v2'
import * as z from 'zod/mini'
import type { Approval } from '../db'
import { errors, rpcError, toError, toWire, type WireError } from './errors'
import { inFlight } from './dedupeReads'
import { parseParams } from './limit'
import type { AnyMethod, Intake, Site } from './method'
import { explain, sameAddress } from './schema'

/** What the stack needs of the wallet around it. */
export type Services = {
  methods: Record<string, AnyMethod>
  nodeMethods: ReadonlySet<string>
  /** Sends params as they came to the node of a network and gives back what it answered. */
  node: (chainId: number, method: string, wire: string) => Promise<unknown>
  site: (origin: string) => Promise<Omit<Site, 'ask' | 'asked' | 'node' | 'origin'>>
  find: (id: string) => Promise<Approval | undefined>
  /** Asks the user; `onWait` is called once the request waits for nothing else. */
  ask: (
    request: SiteRequest,
    params: unknown,
    intake?: Intake,
    onWait?: () => void,
  ) => Promise<Approval>
}

type Context = MiddlewareContext<{ site: SiteRequest; onWait: () => void }>
type Middleware = JsonRpcMiddleware<
  { jsonrpc: '2.0'; id: string; method: string; params: never[] },
  never,
  Context
>

/** Nothing leaves the stack but our own errors: no stack trace, path, URL or library's text. */
const seal: Middleware = async ({ next }) => {
  try {
    return (await next()) as never
  } catch (error) {
    throw toError(toWire(error))
  }
}

/** Measures the params' text, then parses it: what follows sees JSON of a bounded size and depth. */
const limit: Middleware = ({ request, context, next }) => {
  const { method, wire } = context.assertGet('site')
  return next({ ...request, params: parseParams(method, wire) as never }) as never
}

const lookUp = (services: Services, name: string) =>
  Object.hasOwn(services.methods, name) ? services.methods[name] : undefined

/**
 * Params have their shape, and name only accounts that this origin was granted (4100).
 * A replayed request was checked when it first came: its row must be the same request, no more.
 */
const authorize =
  (services: Services): Middleware =>
  async ({ request, context, next }) => {
    const site = context.assertGet('site')
    const method = lookUp(services, request.method)
    if (!method) return next() as never
    const parsed = z.safeParse(method.params, request.params)
    if (!parsed.success) throw rpcError('invalidParams', explain(parsed.error))
    const row = method.decision && (await services.find(site.id))
    if (row && !isSame(row, site)) throw rpcError('invalidRequest', 'its id was used before')
    const account = method.account?.(parsed.data as never)
    if (account && !row) {
      const { accounts } = await services.site(site.origin)
      if (!accounts.some((granted) => sameAddress(granted, account))) throw rpcError('unauthorized')
    }
    return next({ ...request, params: parsed.data as never }) as never
  }

const isSame = (row: Approval, { origin, method, wire }: SiteRequest): boolean =>
  row.origin === origin && row.method === method && row.wire === wire

/** Runs the method's own file. */
const answer =
  (services: Services): Middleware =>
  async ({ request, context, next }) => {
    const method = lookUp(services, request.method)
    if (!method) return next() as never
    const site = context.assertGet('site')
    const about = await services.site(site.origin)
    const result: unknown = await method.handle(request.params as never, {
      ...about,
      origin: site.origin,
      asked: site,
      node: (name, params) => services.node(about.chainId, name, JSON.stringify(params)),
      ask: (intake) => services.ask(site, request.params, intake, context.assertGet('onWait')),
    })
    return z.encode(method.result, result) as never
  }

/** Read-only methods go to the node of the site's network as they came. */
const node = (services: Services): Middleware => {
  const read = inFlight(services.node)
  return async ({ request, context, next }) => {
    if (!services.nodeMethods.has(request.method)) return next() as never
    const { origin, wire } = context.assertGet('site')
    const { chainId } = await services.site(origin)
    // What joins another read leaves its place in the line to the next.
    return read(chainId, request.method, wire, context.assertGet('onWait')) as never
  }
}

const unknown: Middleware = ({ request }) => {
  throw rpcError('unsupportedMethod', request.method.slice(0, 64))
}

/** A failure without a word of its own: the database's, as a rule. */
const isUnexpected = ({ error }: { error?: WireError }): boolean =>
  error?.message === errors.internal[1]

/** The life of a request: give it one, it resolves to the JSON text of `{result}` or `{error}`. */
export const createServer = (
  services: Services,
): ((request: SiteRequest, onWait?: () => void) => Promise<string>) => {
  const engine = JsonRpcEngineV2.create<Middleware>({
    middleware: [seal, limit, authorize(services), answer(services), node(services), unknown],
  })
  const asks = (name: string) => lookUp(services, name)?.decision !== undefined
  const run = async (site: SiteRequest, onWait: () => void) => {
    try {
      const request = { jsonrpc: '2.0' as const, id: site.id, method: site.method, params: [] }
      return { result: await engine.handle(request, { context: { site, onWait } }) }
    } catch (error) {
      return { error: toWire(error) }
    }
  }
  return async (site, onWait = () => undefined) => {
    let answer = await run(site, onWait)
    // What asks the user finds its row when it runs again: what was approved is not answered with a passing failure.
    for (let tries = 0; tries < 3 && isUnexpected(answer) && asks(site.method); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100 * 4 ** tries))
      answer = await run(site, onWait)
    }
    return JSON.stringify(answer)
  }
}
