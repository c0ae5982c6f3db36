import * as v from 'valibot'
import { record, strictObject } from '../rpc/object'
import { int } from '../rpc/schema'
import type { VaultRow } from '../db/vaultRow'
import { toBase64 } from './base64'

const sealed = { iv: v.string(), data: v.string() }

const content = {
  id: v.literal('vault'),
  version: v.literal(1),
  kdf: strictObject({
    name: v.literal('argon2id'),
    memory: int,
    passes: int,
    lanes: int,
    salt: v.string(),
  }),
  key: strictObject(sealed),
  passkey: v.optional(
    strictObject({ id: v.string(), salt: v.string(), key: strictObject(sealed) }),
  ),
  phrase: v.optional(strictObject(sealed)),
  keys: record(
    v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)),
    strictObject({ ...sealed, path: v.optional(int) }),
  ),
}

/** A vault without its revision and checksum, which exist to compare its two copies. */
export type Content = Omit<VaultRow, 'revision' | 'check'>

const stamped = strictObject({ ...content, revision: int, check: v.string() })

/** Format of vaults from before there were two copies: without revision and checksum. */
const unstamped = strictObject(content)

/** Serializes to JSON with sorted keys: equal content has equal text, whichever store returned it. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object'
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

const digest = async (value: unknown): Promise<string> => {
  const bytes = new TextEncoder().encode(canonical(value))
  return toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** Adds a revision number and a SHA-256 checksum to a vault. */
export const stamp = async (vault: Content, revision: number): Promise<VaultRow> => {
  const { id, version, kdf, key, passkey, phrase, keys } = vault
  const row = {
    id,
    version,
    kdf,
    key,
    keys,
    ...(passkey ? { passkey } : {}),
    ...(phrase ? { phrase } : {}),
    revision,
  }
  return { ...row, check: await digest(row) }
}

/** Adds BIP-44 indexes to a vault of the old format, whose keys are the phrase's first, in order. */
const withPaths = (old: Content): Content => {
  const keys = Object.entries(old.keys).map(([address, sealed], path) => [
    address,
    { ...sealed, path },
  ])
  return { ...old, keys: Object.fromEntries(keys) as Content['keys'] }
}

/** Parses a stored vault of either format; undefined if its shape or its checksum is wrong. */
export const inspect = async (found: unknown): Promise<VaultRow | undefined> => {
  const old = v.safeParse(unstamped, found)
  if (old.success) return { ...withPaths(old.output), revision: 0, check: '' }
  const read = v.safeParse(stamped, found)
  if (!read.success) return undefined
  const { check, ...rest } = read.output
  return check === (await digest(rest)) ? read.output : undefined
}
