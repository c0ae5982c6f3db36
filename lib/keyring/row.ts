import type { Address } from 'viem'

/** Ciphertext and its nonce, base64. */
export type Sealed = { iv: string; data: string }

/** The vault: the data key wrapped by the password, everything else sealed by the data key. */
export type VaultRow = {
  id: 'vault'
  version: 1
  kdf: { name: 'argon2id'; memory: number; passes: number; lanes: number; salt: string }
  key: Sealed
  phrase?: Sealed | undefined
  /** The accounts' keys; `path` says which account of the phrase it is (BIP-44). */
  keys: Record<Address, Sealed & { path?: number | undefined }>
  /** Rises with each change: of two copies, the newer one counts. */
  revision: number
  /** SHA-256 over all else, base64. */
  check: string
}
