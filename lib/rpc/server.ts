import type { SiteRequest } from './siteRequest'
import {
  JsonRpcEngineV2,
  type JsonRpcMiddleware,
  type MiddlewareContext,
  type ResultConstraint,
} from '@metamask/json-rpc-engine/v2'
import * as v from 'valibot'
import { sameAddress } from '../values/address'
import { wait } from '../async'
import type { Approval } from '../db'
import { errors, rpcError, toError, toWire, type WireError } from './errors'
import { dedupeReads } from './dedupeReads'
import { parseParams } from './limit'
import type { AnyMethod, Caller, Intake, LoadMethod } from './method'
import { explainSchemaError } from './schema'
import { createStrangers, type Stranger } from './strangers'

/** Services of the wallet that the middleware stack uses. */
export type Services = {
  /** Methods by their names, each as it is or as the function that loads it. */
  methods: Record<string, AnyMethod | LoadMethod>
  nodeMethods: ReadonlySet<string>
  /**
   * Sends params, as JSON text, to the node of a network and returns its result; `isStranger` if the site is
   * not connected.
   */
  node: (chainId: number, method: string, wire: string, isStranger: boolean) => Promise<unknown>
  /** Sends a read as `node` does and returns the JSON text of its result, which is handed on unparsed. */
  read: (chainId: number, method: string, wire: string, isStranger: boolean) => Promise<string>
  now: () => number
  site: (origin: string) => Promise<Omit<Caller, 'ask' | 'asked' | 'node' | 'origin'>>
  find: (id: string) => Promise<Approval | undefined>
  /** Asks the user; calls `onWait` when the request only waits for them. */
  ask: (
    request: SiteRequest,
    params: unknown,
    intake?: Intake,
    onWait?: () => void,
  ) => Promise<Approval>
}

/** Context of one request in the middleware stack. */
type Call = {
  site: SiteRequest
  /** Definition of the method; undefined if the wallet has none of this name. */
  method: AnyMethod | undefined
  /** Undefined until `limit` parses them; `authorize` replaces them by the schema's output. */
  params: unknown
  /** Reads the origin's accounts and network, once for the whole stack. */
  about: () => ReturnType<Services['site']>
  onWait: () => void
  /** JSON text of the result, where a node wrote it; no step makes another result of it. */
  written?: string
}

type Step = (call: Call, next: () => Promise<unknown>) => Promise<unknown>

type JsonRpcRequest = { jsonrpc: '2.0'; id: string; method: string }

type Result = ResultConstraint<JsonRpcRequest>

type Middleware = JsonRpcMiddleware<JsonRpcRequest, Result, MiddlewareContext<{ call: Call }>>

/**
 * Adapts a step to the engine, which gets a request without params: steps read all they need from the
 * context.
 */
const asMiddleware =
  (step: Step): Middleware =>
  ({ context, next }) =>
    step(context.assertGet('call'), next) as Promise<Result>

/** Sanitizes errors: none leaves the stack with a stack trace, path, URL or text of a library. */
const seal: Step = async (_, next) => {
  try {
    return await next()
  } catch (error) {
    throw toError(toWire(error))
  }
}

/**
 * Checks the size and depth of the params' text, then parses it. What goes to the node as text is not kept
 * parsed: it may take twenty times as much memory, for as long as a node is silent.
 */
const limit: Step = async (call, next) => {
  const params = parseParams(call.site.method, call.site.wire)
  if (call.method) call.params = params
  return next()
}

/**
 * Checks the shape of params (-32602) and that the account they name was granted to this origin (4100). A
 * replayed request was authorized when it first arrived: it must equal its row (-32600), no more.
 */
const authorize =
  ({ find }: Services): Step =>
  async (call, next) => {
    const { method, site } = call
    if (!method) return next()
    const parsed = v.safeParse(method.params, call.params)
    if (!parsed.success) throw rpcError('invalidParams', explainSchemaError(parsed.issues))
    const row = method.decision && (await find(site.id))
    if (row && !isSame(row, site)) throw rpcError('invalidRequest', 'its id was used before')
    const account = method.account?.(parsed.output)
    if (account && !row) {
      const { accounts } = await call.about()
      if (!accounts.some((granted) => sameAddress(granted, account))) throw rpcError('unauthorized')
    }
    call.params = parsed.output
    return next()
  }

const isSame = (row: Approval, { origin, method, wire }: SiteRequest): boolean =>
  row.origin === origin && row.method === method && row.wire === wire

/** Throws -32005 if a site that is not connected has asked a node too often; true if it is not connected. */
type CountStranger = (site: Stranger, accounts: readonly unknown[]) => boolean

const countStrangers = (now: () => number): CountStranger => {
  const take = createStrangers(now)
  return (site, { length }) => {
    if (length > 0) return false
    if (!take(site)) throw rpcError('limitExceeded', 'a connected site may ask more')
    return true
  }
}

/** Runs the method's handler and encodes its result by the schema. */
const answer =
  (services: Services, isStranger: CountStranger): Step =>
  async ({ site, method, params, about, onWait }, next) => {
    if (!method) return next()
    const known = await about()
    const result = await method.handle(params, {
      ...known,
      origin: site.origin,
      asked: site,
      node: async (name, list) =>
        services.node(known.chainId, name, JSON.stringify(list), isStranger(site, known.accounts)),
      ask: (intake) => services.ask(site, params, intake, onWait),
    })
    return v.parse(method.result, result)
  }

/** Forwards read-only methods of the allow-list to the node of the site's network, params unchanged. */
const node = (services: Services, isStranger: CountStranger): Step => {
  const read = dedupeReads((...asked) => services.read(...asked, false))
  const readAsStranger = dedupeReads((...asked) => services.read(...asked, true))
  return async (call, next) => {
    const { site, about, onWait } = call
    if (!services.nodeMethods.has(site.method)) return next()
    const { accounts, chainId } = await about()
    const ask = isStranger(site, accounts) ? readAsStranger : read
    // A read that shares another's answer frees its place in the tab's queue.
    call.written = await ask(chainId, site.method, site.wire, onWait)
    return null
  }
}

const unknown: Step = ({ site }) => {
  throw rpcError('unsupportedMethod', site.method.slice(0, 64))
}

/** True for -32603 as `toWire` makes it of an unexpected failure, mostly the database's. */
const isUnexpected = ({ error }: { error?: WireError }): boolean =>
  error?.message === errors.internal[1]

/** Creates the server: a request resolves to the JSON text of `{result}` or `{error}`; never rejects. */
export const createServer = (
  services: Services,
): ((request: SiteRequest, onWait?: () => void) => Promise<string>) => {
  const isStranger = countStrangers(services.now)
  const stack = [
    seal,
    limit,
    authorize(services),
    answer(services, isStranger),
    node(services, isStranger),
    unknown,
  ]
  const engine = JsonRpcEngineV2.create<Middleware>({ middleware: stack.map(asMiddleware) })
  const methodOf = async (name: string): Promise<AnyMethod | undefined> => {
    const found = Object.hasOwn(services.methods, name) ? services.methods[name] : undefined
    return typeof found === 'function' ? found() : found
  }
  const run = async (site: SiteRequest, onWait: () => void) => {
    const { id, method: name } = site
    // A method that could not be loaded may be one that asks.
    let asks = true
    let known: ReturnType<Services['site']> | undefined
    const about = () => (known ??= services.site(site.origin))
    try {
      const method = await methodOf(name)
      asks = method?.decision !== undefined
      const call: Call = { site, method, params: undefined, about, onWait }
      const request = { jsonrpc: '2.0' as const, id, method: name }
      const result = await engine.handle(request, { context: { call } })
      return { asks, text: `{"result":${call.written ?? JSON.stringify(result)}}` }
    } catch (error) {
      const told = toWire(error)
      return { asks, error: told, text: JSON.stringify({ error: told }) }
    }
  }
  return async (site, onWait = () => undefined) => {
    let done = await run(site, onWait)
    // Retries a method that asks the user: it finds its row again, and after an approval the site must get
    // the result, not a passing failure of the database.
    for (let tries = 0; tries < 3 && isUnexpected(done) && done.asks; tries++) {
      await wait(100 * 4 ** tries)
      done = await run(site, onWait)
    }
    return done.text
  }
}
