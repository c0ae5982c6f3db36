import { bytesOver } from '../values/bytesOver'
import { rpcError } from './errors'

/** Limits of one request's params, in bytes and levels, measured on the JSON text before it is parsed. */
export const limits = { bytes: 1024 * 1024, depth: 32 }

/** Returns how deep arrays and objects nest in a JSON text, without parsing it. */
export const depthOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '[' || char === '{') deepest = Math.max(deepest, ++depth)
    else if (char === ']' || char === '}') depth--
  }
  return deepest
}

/** Length at which the relay cuts the params of a request, in characters: more than any limit allows. */
const longest = 2 * limits.bytes

/**
 * Parses the params of a request. Over the size limit throws 5740 for `wallet_sendCalls`, else -32602; throws
 * -32602 if they nest too deep or are not JSON.
 */
export const parseParams = (method: string, text: string): unknown => {
  const bytes = bytesOver(text, limits.bytes)
  if (bytes !== undefined)
    throw rpcError(
      method === 'wallet_sendCalls' ? 'batchTooLarge' : 'invalidParams',
      // Of a text that the relay has cut nobody knows the whole size.
      `params take ${text.length < longest ? '' : 'at least '}${bytes} bytes, at most ${limits.bytes}`,
    )
  if (depthOf(text) > limits.depth)
    throw rpcError('invalidParams', `params nest deeper than ${limits.depth} levels`)
  try {
    return JSON.parse(text)
  } catch {
    throw rpcError('invalidParams', 'params are not JSON')
  }
}
