import { bytesToBase64 } from './base64'

/** Length of a PRF's output in bytes (WebAuthn: HMAC-SHA-256). */
const prfLength = 32

/**
 * Derives the key that opens the wallet, in base64, of what a passkey's PRF gave for `salt` (HKDF-SHA-256); undefined
 * if that is no output of a PRF. The output itself stays in the page.
 */
export const secretOf = async (
  output: BufferSource | undefined,
  salt: Uint8Array<ArrayBuffer>,
): Promise<string | undefined> => {
  if (output?.byteLength !== prfLength) return undefined
  const base = await crypto.subtle.importKey('raw', output, 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode('volley:passkey')
  const use = { name: 'HKDF', hash: 'SHA-256', salt, info }
  return bytesToBase64(new Uint8Array(await crypto.subtle.deriveBits(use, base, 256)))
}
