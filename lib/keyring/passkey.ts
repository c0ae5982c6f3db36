import type { VaultRow } from '../db/vaultRow'
import { fromBase64, type Bytes } from './base64'
import { importKey, open, seal } from './vault'

/** A passkey as it was used: its credential, the salt that its PRF was given, and the key made of that; all base64. */
export type PasskeyUse = { id: string; salt: string; secret: string }

/**
 * Label of the data key that a passkey opens; binds it to the one that the password opens, so that what was kept from
 * before a change of the password fits no more.
 */
const labelOf = (id: string, salt: string, { iv, data }: VaultRow['key']): string =>
  `volley:passkey:${JSON.stringify([id, salt, iv, data])}`

/** Encrypts the data key for a passkey, beside the `key` that the password opens. */
export const wrapForPasskey = async (
  { id, salt, secret }: PasskeyUse,
  key: VaultRow['key'],
  dataKey: Bytes,
): Promise<NonNullable<VaultRow['passkey']>> => ({
  id,
  salt,
  key: await seal(await importKey(fromBase64(secret)), labelOf(id, salt, key), dataKey),
})

/** Decrypts the data key by a passkey's secret; undefined if the vault has no passkey, or not this one. */
export const dataKeyByPasskey = async (
  { passkey, key }: VaultRow,
  secret: string,
): Promise<Bytes | undefined> => {
  if (!passkey) return undefined
  const { id, salt, key: wrapped } = passkey
  try {
    return await open(await importKey(fromBase64(secret)), labelOf(id, salt, key), wrapped)
  } catch {
    return undefined
  }
}
