import { bytesToHex, type Address } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import type { VaultRow } from '@/lib/db'
import { fromBase64, toBase64 } from '@/lib/keyring/base64'
import { stamp, type Content } from '@/lib/keyring/blob'
import {
  firstVault,
  underPassword,
  withKeyOf,
  withPath,
  withPhrase,
  type VaultChange,
} from '@/lib/keyring/change'
import { deriveAt } from '@/lib/keyring/derive'
import { phraseOf } from '@/lib/keyring/open'
import { dataKeyByPasskey } from '@/lib/keyring/passkey'
import * as vault from '@/lib/keyring/vault'
import { development } from '../../chain/development'
import { alice, bob, keys, lone, stranger } from '../accounts'

const { phrase, password } = development
const third = deriveAt(phrase, 2).address
const dataKey = vault.random(32)
const key = await vault.importKey(dataKey)

const empty: Content = {
  id: 'vault',
  version: 1,
  kdf: { ...vault.kdf, salt: 'salt' },
  key: { iv: 'iv', data: 'data' },
  keys: {},
}

/** Opens the keys of a vault: the private key of each account, and its path. */
const opened = (content: Content, by = key) =>
  Promise.all(
    (Object.entries(content.keys) as [Address, VaultRow['keys'][Address]][]).map(
      async ([address, { path, ...sealed }]) => {
        const bytes = await vault.open(by, vault.accountLabel(address), sealed)
        return [address, bytesToHex(bytes), path]
      },
    ),
  )

const phraseIn = async (content: Content, by = key) => phraseOf(await stamp(content, 1), by)

const dataKeyIn = async ({ kdf, key: sealed }: Content, word: string) =>
  vault.open(await vault.passwordKey(word, kdf), vault.keyLabel(kdf), sealed)

describe('a phrase', () => {
  test('brings its first accounts with their keys and paths, and leaves the others', async () => {
    const { vault: before } = await withKeyOf(empty, key, lone.key)
    const { vault: after, accounts, ...rest } = await withPhrase(before, key, phrase, 2)
    expect(rest).toEqual({})
    expect(accounts).toEqual([
      { address: alice, path: 0 },
      { address: bob, path: 1 },
    ])
    expect(await opened(after)).toEqual([
      [lone.address, lone.key, undefined],
      [alice, keys[alice], 0],
      [bob, keys[bob], 1],
    ])
    expect(await phraseIn(after)).toBe(phrase)
    expect({ ...after, keys: {}, phrase: undefined }).toEqual({ ...empty, phrase: undefined })
    expect(before.phrase).toBeUndefined()
    expect(Object.keys(before.keys)).toEqual([lone.address])
  })

  test('is kept as it is derived from: in lower case, with one space between words', async () => {
    const { vault: after, accounts } = await withPhrase(
      empty,
      key,
      ` ${phrase.toUpperCase().replaceAll(' ', '  ')}\n`,
      1,
    )
    expect(await phraseIn(after)).toBe(phrase)
    expect(accounts).toEqual([{ address: alice, path: 0 }])
  })

  test('brings one more account at a time', async () => {
    const { vault: before } = await withPhrase(empty, key, phrase, 1)
    const { vault: after, accounts } = await withPath(before, key, phrase, 2)
    expect(accounts).toEqual([{ address: third, path: 2 }])
    expect(await opened(after)).toEqual([
      [alice, keys[alice], 0],
      [third, bytesToHex(deriveAt(phrase, 2).key), 2],
    ])
    expect(after.phrase).toEqual(before.phrase)
  })
})

test('an imported key is added beside the others, without a path', async () => {
  const { vault: before } = await withPhrase(empty, key, phrase, 1)
  const { vault: after, accounts } = await withKeyOf(before, key, lone.key)
  expect(accounts).toEqual([{ address: lone.address, source: 'key' }])
  expect(await opened(after)).toEqual([
    [alice, keys[alice], 0],
    [lone.address, lone.key, undefined],
  ])
  expect(after.keys[lone.address]).not.toHaveProperty('path')
  expect(after.phrase).toEqual(before.phrase)
})

describe('the first vault', () => {
  let made: VaultChange[]

  beforeAll(async () => {
    made = await Promise.all(
      [{ phrase, count: 2 }, { key: lone.key }, { address: stranger }].map((origin) =>
        firstVault(origin, password, dataKey),
      ),
    )
  }, 60_000)

  test('has what the wallet begins with, and no more', async () => {
    const [ofPhrase, ofKey, watching] = made.map(({ vault: content }) => content)
    if (!ofPhrase || !ofKey || !watching) throw new Error('no vault')
    expect((await opened(ofPhrase)).map(([address]) => address)).toEqual([alice, bob])
    expect(await phraseIn(ofPhrase)).toBe(phrase)
    expect(await opened(ofKey)).toEqual([[lone.address, lone.key, undefined]])
    expect(ofKey.phrase).toBeUndefined()
    expect(watching.keys).toEqual({})
    expect(watching.phrase).toBeUndefined()
    expect(made.map(({ accounts }) => accounts)).toEqual([
      [
        { address: alice, path: 0 },
        { address: bob, path: 1 },
      ],
      [{ address: lone.address, source: 'key' }],
      [{ address: stranger, source: 'watch' }],
    ])
  })

  test('is of this version, under the password, with 16 random bytes of salt', async () => {
    for (const { vault: content } of made) {
      expect(content).toMatchObject({ id: 'vault', version: 1, kdf: vault.kdf })
      expect(fromBase64(content.kdf.salt)).toHaveLength(16)
      expect(await dataKeyIn(content, password)).toEqual(dataKey)
    }
    expect(new Set(made.map(({ vault: content }) => content.kdf.salt)).size).toBe(3)
  })
})

describe('under another password', () => {
  const next = 'another password'
  const passkey = { id: 'id', salt: 'salt', secret: toBase64(new Uint8Array(32).fill(3)) }
  let before: VaultRow
  let plain: VaultChange
  let kept: VaultChange

  beforeAll(async () => {
    const { vault: ofPhrase } = await withPhrase(empty, key, phrase, 2)
    const { vault: whole } = await withKeyOf(ofPhrase, key, lone.key)
    const found = { id: 'id', salt: 'salt', key: { iv: 'iv', data: 'data' } }
    before = await stamp({ ...whole, passkey: found }, 4)
    plain = await underPassword(before, key, next)
    kept = await underPassword(before, key, next, passkey)
  }, 60_000)

  test('all of a vault is the same, sealed by a new data key', async () => {
    const bytes = await dataKeyIn(plain.vault, next)
    expect(bytes).toHaveLength(32)
    expect(bytes).not.toEqual(dataKey)
    const by = await vault.importKey(bytes)
    expect(await opened(plain.vault, by)).toEqual([
      [alice, keys[alice], 0],
      [bob, keys[bob], 1],
      [lone.address, lone.key, undefined],
    ])
    expect(plain.vault.keys[lone.address]).not.toHaveProperty('path')
    expect(await phraseIn(plain.vault, by)).toBe(phrase)
    await expect(opened(plain.vault)).rejects.toThrow()
    expect(plain.accounts).toEqual([])
    expect(plain.without).toBeUndefined()
  })

  test('a passkey goes, unless it is used with it', async () => {
    expect(plain.vault.passkey).toBeUndefined()
    const row = await stamp(kept.vault, 5)
    expect(await dataKeyByPasskey(row, passkey.secret)).toEqual(await dataKeyIn(kept.vault, next))
    expect(kept.vault.passkey).toMatchObject({ id: 'id', salt: 'salt' })
  })

  test('a vault without a phrase stays without', async () => {
    const { vault: single } = await withKeyOf(empty, key, lone.key)
    const { vault: after } = await underPassword(await stamp(single, 1), key, next)
    expect(after.phrase).toBeUndefined()
    expect(Object.keys(after.keys)).toEqual([lone.address])
  })

  test('a part that the old data key does not open is an error', async () => {
    const { [alice]: ofAlice, [bob]: ofBob } = before.keys
    if (!ofAlice || !ofBob) throw new Error('no keys')
    const swapped = { ...before, keys: { [alice]: ofBob, [bob]: ofAlice } }
    await expect(underPassword(swapped, key, next)).rejects.toThrow()
  })
})
