import { rpcError } from './errors'

/** Limits of one request's params, measured on the text before it is parsed. */
export const limits = { bytes: 1024 * 1024, depth: 32 }

/** How deep arrays and objects nest in a JSON text, without parsing it. */
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

const isLong = (text: string): boolean =>
  text.length > limits.bytes ||
  (text.length * 3 > limits.bytes && new TextEncoder().encode(text).length > limits.bytes)

/** The params of a request. Throws 5740 or -32602 over a limit, -32602 if it is not JSON. */
export const parseParams = (method: string, text: string): unknown => {
  if (isLong(text))
    throw rpcError(
      method === 'wallet_sendCalls' ? 'batchTooLarge' : 'invalidParams',
      `params exceed ${limits.bytes} bytes`,
    )
  if (depthOf(text) > limits.depth)
    throw rpcError('invalidParams', `params nest deeper than ${limits.depth} levels`)
  try {
    return JSON.parse(text)
  } catch {
    throw rpcError('invalidParams', 'params are not JSON')
  }
}
