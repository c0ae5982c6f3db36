import { beforeAll, describe, expect, test } from 'vitest'
import type { VaultRow } from '@/lib/db'
import { fromBase64, toBase64 } from '@/lib/keyring/base64'
import { stamp } from '@/lib/keyring/blob'
import { firstVault } from '@/lib/keyring/change'
import type { CopyPlace, FoundCopies } from '@/lib/keyring/copies'
import { openByPasskey, openVault, phraseOf } from '@/lib/keyring/open'
import { wrapForPasskey } from '@/lib/keyring/passkey'
import * as vault from '@/lib/keyring/vault'
import { development } from '../../chain/development'
import { alice, keys } from '../accounts'

const { phrase, password } = development
const dataKey = vault.random(32)
const passkey = {
  id: 'id',
  salt: 'salt',
  secret: toBase64(new Uint8Array(32).fill(3)),
}

/** A vault of a phrase, one of a single key, and one that only watches, all under one password. */
let whole: VaultRow
let single: VaultRow
let watching: VaultRow
/** The first one under another password and another data key. */
let other: VaultRow

beforeAll(async () => {
  const make = async (origin: Parameters<typeof firstVault>[0], word = password) => {
    const made = await firstVault(origin, word, dataKey)
    const wrapped = await wrapForPasskey(passkey, made.vault.key, dataKey)
    return stamp({ ...made.vault, passkey: wrapped }, 2)
  }
  whole = await make({ phrase, count: 2 })
  single = await make({ key: keys[alice] ?? '0x' })
  watching = await make({ address: alice })
  other = await make({ phrase, count: 1 }, 'another password')
}, 60_000)

/** Copies that were found, in the order in which they are tried. */
const found = (
  sound: [CopyPlace, VaultRow][],
  damaged: CopyPlace[] = [],
  missing: CopyPlace[] = [],
): FoundCopies => ({ sound: sound.map(([place, row]) => ({ place, row })), damaged, missing })

const broken = (sealed: VaultRow['key']) => ({
  ...sealed,
  data: toBase64(fromBase64(sealed.data).reverse()),
})

describe('the newest sound copy', () => {
  test('opens with its password, whatever is in it', async () => {
    for (const row of [whole, single, watching])
      expect(await openVault(found([['database', row]]), password)).toEqual({ row, dataKey })
  })

  test.each(['', 'wrong', `${password} `])('does not open with %j', async (word) => {
    expect(await openVault(found([['database', whole]]), word)).toBe('wrong password')
  })

  test('alone opens with a password: that of an older one is wrong', async () => {
    const both = found([
      ['storage', other],
      ['database', whole],
    ])
    expect(await openVault(both, password)).toBe('wrong password')
    expect(await openVault(both, 'another password')).toMatchObject({ row: other })
  })

  test.each<[string, (row: VaultRow) => Partial<VaultRow>]>([
    ['the phrase', (row) => ({ phrase: broken(row.phrase ?? row.key) })],
    [
      'a key',
      ({ keys: all }) => ({
        keys: { ...all, [alice]: { ...all[alice], ...broken(all[alice] ?? whole.key) } },
      }),
    ],
    ['the costs of its derivation', ({ kdf }) => ({ kdf: { ...kdf, passes: 1 } })],
  ])('does not count where %s is not what the wallet wrote', async (_, change) => {
    const row = await stamp({ ...whole, ...change(whole) }, 3)
    const both = found([
      ['storage', row],
      ['database', whole],
    ])
    expect(await openVault(both, password)).toEqual({ row: whole, dataKey, trouble: 'storage' })
    expect(await openVault(found([['storage', row]]), password)).toBe('damaged')
  })
})

describe('the copy in trouble', () => {
  test.each<[string, FoundCopies['damaged'], FoundCopies['missing'], CopyPlace | undefined]>([
    ['is a damaged one', ['storage'], [], 'storage'],
    ['is the lost one of the database', [], ['database'], 'database'],
    ['is none where there was never a second one', [], ['storage'], undefined],
  ])('%s', async (_, damaged, missing, trouble) => {
    const opened = await openVault(found([['database', whole]], damaged, missing), password)
    expect(opened).toEqual({ row: whole, dataKey, trouble })
  })
})

describe('without a sound copy', () => {
  test.each<[string, CopyPlace[], CopyPlace[], string]>([
    ['and none damaged there is no vault', [], ['database', 'storage'], 'wrong password'],
    ['and one damaged the vault is', ['storage'], ['database'], 'damaged'],
    ['and both damaged the vault is', ['database', 'storage'], [], 'damaged'],
  ])('%s', async (_, damaged, missing, answer) => {
    expect(await openVault(found([], damaged, missing), password)).toBe(answer)
  })
})

describe('a passkey', () => {
  test('opens the newest copy, whatever is in it', async () => {
    for (const row of [whole, single, watching])
      expect(await openByPasskey(found([['database', row]]), passkey.secret)).toEqual({
        row,
        dataKey,
      })
  })

  test('opens no copy that is older, and none where there is no vault', async () => {
    const { passkey: _, ...without } = whole
    const both = found([
      ['storage', without],
      ['database', whole],
    ])
    expect(await openByPasskey(both, passkey.secret)).toBe('wrong passkey')
    expect(await openByPasskey(found([]), passkey.secret)).toBe('wrong passkey')
  })

  test('opens nothing of which a part is not what the wallet wrote', async () => {
    const row = { ...whole, phrase: broken(whole.phrase ?? whole.key) }
    expect(await openByPasskey(found([['database', row]]), passkey.secret)).toBe('wrong passkey')
  })
})

describe('the phrase', () => {
  test('is what was sealed', async () => {
    expect(await phraseOf(whole, await vault.importKey(dataKey))).toBe(phrase)
  })

  test('of a vault without one is an error', async () => {
    const key = await vault.importKey(dataKey)
    await expect(phraseOf(single, key)).rejects.toThrow('the vault has no phrase')
  })
})
