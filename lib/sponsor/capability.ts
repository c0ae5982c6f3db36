import { rpcError } from '../rpc/errors'
import { isObject } from '../values/isObject'
import { isLoopbackOrigin } from '../values/loopback'
import { isServiceUrl } from './serviceUrl'

/**
 * The service that a site wants its batch paid by (ERC-7677, `paymasterService`). `context`: what it wants the service
 * to know, as JSON text; `optional`: the user may pay instead; `isClosed`: the wallet may not read every answer of its
 * host, and only the user's click can change that.
 */
export type PaymasterService = {
  url: string
  context?: string
  optional: boolean
  isClosed?: boolean
}

/** The most characters of a context: it is stored with its batch, and sent with each request. */
const longest = 8 * 1024

type Fields = Partial<Record<string, unknown>>

const refuse = (path: string, what: string): never => {
  throw rpcError('invalidParams', `capabilities.paymasterService${path} must ${what}`)
}

const fieldOf = (from: Fields, name: string): unknown =>
  Object.hasOwn(from, name) ? (from[name] ?? undefined) : undefined

/**
 * Reads the capability `paymasterService` of a batch on a chain (hex), which names one service or one for each chain.
 * Undefined if there is none for this chain. Throws -32602 for any other shape.
 */
export const paymasterOn = (capability: unknown, chain: string): PaymasterService | undefined => {
  if (capability === undefined || capability === null) return undefined
  if (!isObject(capability)) return refuse('', 'be an object')
  const own = Object.hasOwn(capability, 'url') ? capability : fieldOf(capability, chain)
  if (own === undefined) {
    const names = Object.keys(capability).filter((name) => name !== 'optional')
    if (names.length > 0 && names.every((name) => /^0x[0-9a-fA-F]+$/.test(name))) return undefined
    return refuse('.url', 'be a URL')
  }
  if (!isObject(own)) return refuse(`.${chain}`, 'be an object')
  const [url, context] = [fieldOf(own, 'url'), fieldOf(own, 'context')]
  if (typeof url !== 'string') return refuse('.url', 'be a URL')
  if (context !== undefined && !isObject(context)) return refuse('.context', 'be an object')
  const text = context && JSON.stringify(context)
  if (text && text.length > longest) return refuse('.context', 'be at most 8 KiB')
  const isOptional = [own, capability].some((one) => fieldOf(one, 'optional') === true)
  return { url, ...(text ? { context: text } : {}), optional: isOptional }
}

/** True for a site on this machine, in a build for development. */
const isLocal = (origin: string): boolean => Boolean(__LOCAL_URL__) && isLoopbackOrigin(origin)

/** Throws -32602 for a service that a site may not name: one without https, or on the user's own network. */
export const checkServiceUrl = ({ url }: PaymasterService, origin: string): void => {
  if (!isServiceUrl(url, isLocal(origin))) refuse('.url', 'be an https URL with a public host name')
}
