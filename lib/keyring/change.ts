import { hexToBytes, type Address, type Hex } from 'viem'
import type { VaultRow } from '../db/vaultRow'
import type { Content } from './blob'
import { addressOf, derive, deriveAt, normalizePhrase } from './derive'
import type { NewAccount } from './accounts'
import { wrapForPasskey, type PasskeyUse } from './passkey'
import { toBase64, type Bytes } from './base64'
import * as vault from './vault'

/**
 * Source of a new wallet's accounts: the first `count` of a phrase, a private key, or an address to watch.
 */
export type Origin = { phrase: string; count: number } | { key: Hex } | { address: Address }

/** A new vault with the accounts to add to the list and the account to remove from it. */
export type VaultChange = { vault: Content; accounts: NewAccount[]; without?: Address }

const sealKey = async (key: CryptoKey, address: Address, bytes: Bytes, path?: number) => {
  const sealed = await vault.seal(key, vault.accountLabel(address), bytes)
  bytes.fill(0)
  return { [address]: path === undefined ? sealed : { ...sealed, path } }
}

/** Encrypts the data key under a password, with a new random salt for Argon2id. */
const wrap = async (password: string, dataKey: Bytes): Promise<Pick<Content, 'kdf' | 'key'>> => {
  const kdf = { ...vault.kdf, salt: toBase64(vault.random(16)) }
  const wrapping = await vault.passwordKey(password, kdf)
  return { kdf, key: await vault.seal(wrapping, vault.keyLabel(kdf), dataKey) }
}

/** Builds the first vault of a wallet under a password. */
export const firstVault = async (
  origin: Origin,
  password: string,
  dataKey: Bytes,
): Promise<VaultChange> => {
  const empty: Content = { id: 'vault', version: 1, ...(await wrap(password, dataKey)), keys: {} }
  if ('address' in origin)
    return { vault: empty, accounts: [{ address: origin.address, source: 'watch' }] }
  const key = await vault.importKey(dataKey)
  if ('key' in origin) return withKeyOf(empty, key, origin.key)
  return withPhrase(empty, key, origin.phrase, origin.count)
}

/** Returns the vault with a phrase and the keys of its first `count` accounts. */
export const withPhrase = async (
  old: Content,
  key: CryptoKey,
  text: string,
  count: number,
): Promise<VaultChange> => {
  const phrase = normalizePhrase(text)
  const derived = derive(phrase, count)
  const keys = await Promise.all(
    derived.map(({ address, key: bytes }, path) => sealKey(key, address, bytes, path)),
  )
  const sealed = await vault.seal(key, vault.phraseLabel, new TextEncoder().encode(phrase))
  return {
    vault: {
      ...old,
      phrase: sealed,
      keys: Object.assign({ ...old.keys }, ...keys) as Content['keys'],
    },
    accounts: derived.map(({ address }, path) => ({ address, path })),
  }
}

/** Returns the vault with an imported private key. */
export const withKeyOf = async (
  old: Content,
  key: CryptoKey,
  imported: Hex,
): Promise<VaultChange> => {
  const address = addressOf(imported)
  const sealed = await sealKey(key, address, new Uint8Array(hexToBytes(imported)))
  return {
    vault: { ...old, keys: { ...old.keys, ...sealed } },
    accounts: [{ address, source: 'key' }],
  }
}

/** Returns the vault with the key of one more account of its phrase; `path` is its BIP-44 address index. */
export const withPath = async (
  old: Content,
  key: CryptoKey,
  phrase: string,
  path: number,
): Promise<VaultChange> => {
  const { address, key: bytes } = deriveAt(phrase, path)
  const sealed = await sealKey(key, address, bytes, path)
  return { vault: { ...old, keys: { ...old.keys, ...sealed } }, accounts: [{ address, path }] }
}

/**
 * Returns the vault under another password and a newly drawn data key, with each part sealed anew: who has
 * kept the old vault and learns the old password opens nothing of this one. A passkey goes unless it is used here.
 */
export const underPassword = async (
  old: VaultRow,
  oldKey: CryptoKey,
  password: string,
  passkey?: PasskeyUse,
): Promise<VaultChange> => {
  const dataKey = vault.random(32)
  const key = await vault.importKey(dataKey)
  const again = async (label: string, sealed: VaultRow['key']) => {
    const bytes = await vault.open(oldKey, label, sealed)
    const resealed = await vault.seal(key, label, bytes)
    bytes.fill(0)
    return resealed
  }
  const keys: Content['keys'] = {}
  for (const [address, { path, ...sealed }] of Object.entries(old.keys) as [
    Address,
    VaultRow['keys'][Address],
  ][]) {
    const resealed = await again(vault.accountLabel(address), sealed)
    keys[address] = path === undefined ? resealed : { ...resealed, path }
  }
  const phrase = old.phrase && (await again(vault.phraseLabel, old.phrase))
  const wrapped = await wrap(password, dataKey)
  const kept = passkey && (await wrapForPasskey(passkey, wrapped.key, dataKey))
  return { vault: { ...old, ...wrapped, passkey: kept, phrase, keys }, accounts: [] }
}
