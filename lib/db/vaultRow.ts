import type { Address } from 'viem'

/** AES-GCM ciphertext (`data`) and nonce (`iv`), both base64. */
export type Sealed = { iv: string; data: string }

/** The stored vault: the data key encrypted by the password, everything else by the data key. */
export type VaultRow = {
  id: 'vault'
  version: 1
  kdf: { name: 'argon2id'; memory: number; passes: number; lanes: number; salt: string }
  key: Sealed
  /** The data key as a passkey opens it: its credential and the salt of its PRF, both base64. */
  passkey?: { id: string; salt: string; key: Sealed } | undefined
  phrase?: Sealed | undefined
  /** Private keys by address; `path` is the BIP-44 address index of a key that the phrase derives. */
  keys: Record<Address, Sealed & { path?: number | undefined }>
  /** Rises by one with each change: of two copies, the higher revision is newer. */
  revision: number
  /** SHA-256 of all other fields, base64. */
  check: string
}
