import * as z from 'zod/mini'
import type { VaultRow } from './row'
import { toBase64 } from './vault'

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
  phrase: z.optional(z.strictObject(sealed)),
  keys: z.record(
    z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{40}$/))]),
    z.strictObject({ ...sealed, path: z.optional(z.number()) }),
  ),
}

/** What a vault says, without what makes a copy of it comparable. */
export type Content = Omit<VaultRow, 'revision' | 'check'>

const stamped = z.strictObject({ ...content, revision: z.number(), check: z.string() })

/** As vaults were written before there were two copies of each. */
const unstamped = z.strictObject(content)

/** JSON with its names in order, so that the same content has the same text wherever it was kept. */
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

/** A vault as it is kept, after so many changes. */
export const stamp = async (vault: Content, revision: number): Promise<VaultRow> => {
  const { id, version, kdf, key, phrase, keys } = vault
  const row = { id, version, kdf, key, keys, ...(phrase ? { phrase } : {}), revision }
  return { ...row, check: await digest(row) }
}

/** The keys were the phrase's first, in order. */
const withPaths = (old: Content): Content => {
  const keys = Object.entries(old.keys).map(([address, sealed], path) => [
    address,
    { ...sealed, path },
  ])
  return { ...old, keys: Object.fromEntries(keys) as Content['keys'] }
}

/** What was found where a vault is kept; undefined if a single byte of it is not what was written. */
export const inspect = async (found: unknown): Promise<VaultRow | undefined> => {
  const old = z.safeParse(unstamped, found)
  if (old.success) return { ...withPaths(old.data), revision: 0, check: '' }
  const { data } = z.safeParse(stamped, found)
  if (!data) return undefined
  const { check, ...rest } = data
  return check === (await digest(rest)) ? data : undefined
}
