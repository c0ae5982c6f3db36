import { hexToBytes, size, type Hex } from 'viem'

/**
 * The text that bytes are, undefined if they are none: not UTF-8, or as long as a hash. Whoever asks can choose a
 * salt until the hash of an order is UTF-8 by chance, and apps take such signatures.
 */
export const messageText = (message: Hex): string | undefined => {
  if (size(message) === 32) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(message))
  } catch {
    return undefined
  }
}
