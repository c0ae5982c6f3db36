import type { Address } from 'viem'
import type { VaultRow } from '../db/vaultRow'
import { dataKeyByPasskey } from './passkey'
import type { FoundCopies, CopyPlace } from './copies'
import type { Bytes } from './base64'
import * as vault from './vault'

/** An open vault: the copy that opened, its data key, and the place of a damaged copy if there is one. */
export type Opened = { row: VaultRow; dataKey: Bytes; trouble?: CopyPlace | undefined }

/**
 * Decrypts the data key; undefined if the password is wrong. Throws for key derivation costs that are not
 * ours.
 */
const dataKeyOf = async (row: VaultRow, password: string): Promise<Bytes | undefined> => {
  const wrapping = await vault.passwordKey(password, row.kdf)
  return vault.open(wrapping, vault.keyLabel(row.kdf), row.key).catch(() => undefined)
}

/**
 * True if every part decrypts under the data key. A checksum is no proof: whoever can write it can forge it.
 */
const isAuthentic = async ({ phrase, keys }: VaultRow, dataKey: Bytes): Promise<boolean> => {
  const key = await vault.importKey(dataKey)
  const parts = (Object.entries(keys) as [Address, VaultRow['key']][]).map(
    ([address, sealed]) => [vault.accountLabel(address), sealed] as const,
  )
  if (phrase) parts.push([vault.phraseLabel, phrase])
  try {
    for (const [label, sealed] of parts) (await vault.open(key, label, sealed)).fill(0)
    return true
  } catch {
    return false
  }
}

/**
 * Opens the newest sound copy. Tries an older one only if the newer one is not authentic: after a change of
 * the password, the old password must open nothing while the newer copy is intact.
 */
export const openVault = async (
  { sound, damaged, missing }: FoundCopies,
  password: string,
): Promise<Opened | 'wrong password' | 'damaged'> => {
  const lost = missing.filter((place) => place === 'database')
  const bad: CopyPlace[] = [...damaged, ...(sound.length > 0 ? lost : [])]
  // hash-wasm's Argon2id rejects an empty password, and no vault has one.
  if (password === '') return 'wrong password'
  const known = new Set<string>()
  for (const { row, place } of sound) {
    if (known.has(row.check)) continue
    known.add(row.check)
    // `passwordKey` throws for costs that this wallet never set: skips this copy.
    const dataKey = await dataKeyOf(row, password).catch(() => null)
    if (dataKey === undefined) return 'wrong password'
    if (dataKey && (await isAuthentic(row, dataKey))) return { row, dataKey, trouble: bad[0] }
    bad.push(place)
  }
  return bad.length > 0 ? 'damaged' : 'wrong password'
}

/** Opens the newest sound copy by a passkey. What a password opens as well as before is for the password to mend. */
export const openByPasskey = async (
  { sound: [newest] }: FoundCopies,
  secret: string,
): Promise<Opened | 'wrong passkey'> => {
  const dataKey = newest && (await dataKeyByPasskey(newest.row, secret))
  return dataKey && (await isAuthentic(newest.row, dataKey))
    ? { row: newest.row, dataKey }
    : 'wrong passkey'
}

/** Decrypts the vault's phrase. Throws if the vault has none. */
export const phraseOf = async ({ phrase }: VaultRow, key: CryptoKey): Promise<string> => {
  if (!phrase) throw new Error('the vault has no phrase')
  return new TextDecoder().decode(await vault.open(key, vault.phraseLabel, phrase))
}
