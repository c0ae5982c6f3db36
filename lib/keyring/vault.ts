// Imported by name: `import()` of the package would bundle its twenty other algorithms, 67 kB gzipped.
import { argon2id } from 'hash-wasm'
import type { Address } from 'viem'
import type { Sealed, VaultRow } from '../db/vaultRow'
import { fromBase64, toBase64, type Bytes } from './base64'

/** Argon2id at 64 MiB and 3 passes: about half a second, 50 times dearer to guess than PBKDF2. */
export const kdf = { name: 'argon2id', memory: 65_536, passes: 3, lanes: 1 } as const

/** Returns `length` random bytes. */
export const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

/** Imports a data key or password key for AES-GCM, not extractable. */
export const importKey = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])

const aes = (iv: Bytes, label: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(label),
})

/**
 * Encrypts bytes with AES-GCM under a random nonce. `label` is authenticated: another label does not decrypt.
 */
export const seal = async (key: CryptoKey, label: string, bytes: Bytes): Promise<Sealed> => {
  const iv = random(12)
  const data = await crypto.subtle.encrypt(aes(iv, label), key, bytes)
  return { iv: toBase64(iv), data: toBase64(new Uint8Array(data)) }
}

/** Decrypts sealed bytes. Throws if the key or label is wrong or a byte has changed. */
export const open = async (key: CryptoKey, label: string, { iv, data }: Sealed): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.decrypt(aes(fromBase64(iv), label), key, fromBase64(data)))

/**
 * Derives the key of a password (NFKC, Argon2id). Throws if the header has costs that this wallet never set.
 */
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

/** Label of the encrypted data key; binds it to the Argon2id header it was derived under. */
export const keyLabel = (header: VaultRow['kdf']): string => `volley:key:${JSON.stringify(header)}`

/** Label of an account's private key. */
export const accountLabel = (address: Address): string => `volley:account:${address}`

/** Label of the phrase. */
export const phraseLabel = 'volley:phrase'
