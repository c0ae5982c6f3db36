/** Bytes that WebCrypto accepts: never backed by a SharedArrayBuffer. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Encodes bytes as base64: text survives every extension storage unchanged, bytes do not. */
export const toBase64 = (bytes: Bytes): string => btoa(String.fromCharCode(...bytes))

/** Decodes base64. */
export const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
