// By name: `import()` of the package would bring its twenty other algorithms too, 67 kB gzipped.
import { argon2id } from 'hash-wasm'
import type { Address } from 'viem'
import type { Sealed, VaultRow } from './row'

/** Bytes that WebCrypto takes: never backed by shared memory. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Argon2id at 64 MiB and 3 passes: about half a second here, 50 times dearer to guess than PBKDF2. */
export const kdf = { name: 'argon2id', memory: 65_536, passes: 3, lanes: 1 } as const

/** Random bytes. */
export const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

/** Bytes as base64, which alone survives every extension storage unchanged. */
export const toBase64 = (bytes: Bytes): string => btoa(String.fromCharCode(...bytes))

/** The bytes of a base64 text. */
export const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

/** A data or password key for AES-GCM that cannot be read back. */
export const importKey = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])

const aes = (iv: Bytes, label: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(label),
})

/** Seals bytes under a key. `label` says what they are: they open under no other. */
export const seal = async (key: CryptoKey, label: string, bytes: Bytes): Promise<Sealed> => {
  const iv = random(12)
  const data = await crypto.subtle.encrypt(aes(iv, label), key, bytes)
  return { iv: toBase64(iv), data: toBase64(new Uint8Array(data)) }
}

/** Opens what was sealed. Throws for another key or label, or if a byte was changed. */
export const open = async (key: CryptoKey, label: string, { iv, data }: Sealed): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.decrypt(aes(fromBase64(iv), label), key, fromBase64(data)))

/** The key a password stands for. Throws if the vault asks for a cost that this wallet never set. */
export const passwordKey = async (
  password: string,
  { memory, passes, lanes, salt }: VaultRow['kdf'],
): Promise<CryptoKey> => {
  if (memory !== kdf.memory || passes !== kdf.passes || lanes !== kdf.lanes)
    throw new Error('unknown key derivation')
  const bytes = await argon2id({
    password: password.normalize('NFKC'),
    salt: fromBase64(salt),
    memorySize: memory,
    iterations: passes,
    parallelism: lanes,
    hashLength: 32,
    outputType: 'binary',
  })
  return importKey(new Uint8Array(bytes))
}

/** What the wrapped data key is bound to: the header it was derived under. */
export const keyLabel = (header: VaultRow['kdf']): string => `volley:key:${JSON.stringify(header)}`

/** What an account's key is sealed under. */
export const accountLabel = (address: Address): string => `volley:account:${address}`

/** What the phrase is sealed under. */
export const phraseLabel = 'volley:phrase'
