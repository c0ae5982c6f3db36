import * as z from 'zod/mini'
import type { Address } from 'viem'
import type { VaultRow } from '../db/vaultRow'
import { toBase64 } from './base64'

const sealed = { iv: z.string(), data: z.string() }

const content = {
  id: z.literal('vault'),
  version: z.literal(1),
  kdf: z.strictObject({
    name: z.literal('argon2id'),
    memory: z.number(),
    passes: z.number(),
    lanes: z.number(),
    salt: z.string(),
  }),
  key: z.strictObject(sealed),
  passkey: z.optional(
    z.strictObject({ id: z.string(), salt: z.string(), key: z.strictObject(sealed) }),
  ),
  phrase: z.optional(z.strictObject(sealed)),
  keys: z.record(
    z.custom<Address>((key) => /^0x[0-9a-fA-F]{40}$/.test(key)),
    z.strictObject({ ...sealed, path: z.optional(z.number()) }),
  ),
}

/** A vault without its revision and checksum, which exist to compare its two copies. */
export type Content = Omit<VaultRow, 'revision' | 'check'>

const stamped = z.strictObject({ ...content, revision: z.number(), check: z.string() })

/** Format of vaults from before there were two copies: without revision and checksum. */
const unstamped = z.strictObject(content)

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
  const old = z.safeParse(unstamped, found)
  if (old.success) return { ...withPaths(old.data), revision: 0, check: '' }
  const { data } = z.safeParse(stamped, found)
  if (!data) return undefined
  const { check, ...rest } = data
  return check === (await digest(rest)) ? data : undefined
}
