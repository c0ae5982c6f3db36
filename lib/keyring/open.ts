import type { Address } from 'viem'
import type { VaultRow } from './row'
import type { FoundCopies, CopyPlace } from './copies'
import * as vault from './vault'

/** An open vault: the copy that opened, its data key, and the copy that was found damaged, if one was. */
export type Opened = { row: VaultRow; dataKey: vault.Bytes; trouble?: CopyPlace | undefined }

/** Undefined for a password that it is not. */
const dataKeyOf = async (row: VaultRow, password: string): Promise<vault.Bytes | undefined> => {
  const wrapping = await vault.passwordKey(password, row.kdf)
  return vault.open(wrapping, vault.keyLabel(row.kdf), row.key).catch(() => undefined)
}

/** Whether every part opens under the data key: a checksum alone proves nothing to one who can write it. */
const isAuthentic = async ({ phrase, keys }: VaultRow, dataKey: vault.Bytes): Promise<boolean> => {
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
 * Opens the newest sound copy. An older one counts only where the newer one turns out not to be authentic:
 * after a change of the password, the old one opens nothing that is whole.
 */
export const openVault = async (
  { sound, damaged, missing }: FoundCopies,
  password: string,
): Promise<Opened | 'wrong password' | 'damaged'> => {
  const lost = missing.filter((place) => place === 'database')
  const bad: CopyPlace[] = [...damaged, ...(sound.length > 0 ? lost : [])]
  // Argon2id takes no empty password, and there is no vault under one.
  if (password === '') return 'wrong password'
  const known = new Set<string>()
  for (const { row, place } of sound) {
    if (known.has(row.check)) continue
    known.add(row.check)
    // A header with a cost that this wallet never set is not even tried.
    const dataKey = await dataKeyOf(row, password).catch(() => null)
    if (dataKey === undefined) return 'wrong password'
    if (dataKey && (await isAuthentic(row, dataKey))) return { row, dataKey, trouble: bad[0] }
    bad.push(place)
  }
  return bad.length > 0 ? 'damaged' : 'wrong password'
}

/** The phrase of an open vault. */
export const phraseOf = async ({ phrase }: VaultRow, key: CryptoKey): Promise<string> => {
  if (!phrase) throw new Error('the vault has no phrase')
  return new TextDecoder().decode(await vault.open(key, vault.phraseLabel, phrase))
}
