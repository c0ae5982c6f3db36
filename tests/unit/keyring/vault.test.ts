import { describe, expect, test } from 'vitest'
import type { VaultRow } from '@/lib/db'
import { fromBase64, toBase64 } from '@/lib/keyring/base64'
import * as vault from '@/lib/keyring/vault'

const bytes = vault.random(32)
const key = await vault.importKey(bytes)
const secret = new TextEncoder().encode('what must not be read')
const sealed = await vault.seal(key, 'volley:phrase', secret)

describe('what is sealed', () => {
  test('opens under its key and label', async () => {
    expect(await vault.open(key, 'volley:phrase', sealed)).toEqual(secret)
  })

  test.each(['volley:key', 'volley:phrase ', '', 'volley:account:0x1'])(
    'does not open under the label %j',
    async (label) => {
      await expect(vault.open(key, label, sealed)).rejects.toThrow()
    },
  )

  test('does not open under another key', async () => {
    const other = await vault.importKey(vault.random(32))
    await expect(vault.open(other, 'volley:phrase', sealed)).rejects.toThrow()
  })

  test('does not open if any byte of it was changed', async () => {
    for (const part of ['iv', 'data'] as const) {
      const whole = fromBase64(sealed[part])
      for (let at = 0; at < whole.length; at++) {
        const changed = whole.slice()
        changed[at] = (changed[at] ?? 0) ^ 1
        const broken = { ...sealed, [part]: toBase64(changed) }
        await expect(vault.open(key, 'volley:phrase', broken)).rejects.toThrow()
      }
    }
  })

  test.each([0, 1, 15, -1])('does not open if it was cut to %i bytes', async (length) => {
    const data = toBase64(fromBase64(sealed.data).slice(0, length))
    await expect(vault.open(key, 'volley:phrase', { ...sealed, data })).rejects.toThrow()
  })

  test('is sealed with another nonce each time', async () => {
    const again = await Promise.all(
      Array.from({ length: 50 }, () => vault.seal(key, 'volley:phrase', secret)),
    )
    expect(new Set(again.map(({ iv }) => iv)).size).toBe(50)
    expect(fromBase64(sealed.iv)).toHaveLength(12)
  })
})

test('a key cannot be read back', async () => {
  expect(key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})

test('all bytes survive base64', () => {
  const all = Uint8Array.from({ length: 256 }, (_, index) => index)
  expect(fromBase64(toBase64(all))).toEqual(all)
  expect(toBase64(new Uint8Array())).toBe('')
})

describe('the password', () => {
  const header: VaultRow['kdf'] = { ...vault.kdf, salt: toBase64(new Uint8Array(16)) }

  test('is stretched by Argon2id, 64 MiB, three passes', () => {
    expect(vault.kdf).toEqual({ name: 'argon2id', memory: 65_536, passes: 3, lanes: 1 })
  })

  test.each<[string, Partial<VaultRow['kdf']>]>([
    ['less memory', { memory: 8 }],
    ['more memory', { memory: 1 << 22 }],
    ['fewer passes', { passes: 1 }],
    ['more lanes', { lanes: 2 }],
  ])('is not stretched with %s than this wallet ever set', async (_, change) => {
    // Stretching begins with reading the salt, which would fail otherwise here.
    const never = { ...header, ...change, salt: 'no base64!' }
    await expect(vault.passwordKey('password', never)).rejects.toThrow('unknown key derivation')
  })

  test('is the same however its letters are composed, and hangs on the salt', async () => {
    const composed = await vault.passwordKey('p\u00e4sswort', header)
    const sealedByOne = await vault.seal(composed, 'x', secret)
    const decomposed = await vault.passwordKey('pa\u0308sswort', header)
    expect(await vault.open(decomposed, 'x', sealedByOne)).toEqual(secret)
    const salted = { ...header, salt: toBase64(new Uint8Array(16).fill(1)) }
    const other = await vault.passwordKey('p\u00e4sswort', salted)
    await expect(vault.open(other, 'x', sealedByOne)).rejects.toThrow()
  })

  test('binds the data key to the header it was derived under', () => {
    const labels = [header, { ...header, memory: 8 }, { ...header, salt: 'AA==' }].map(
      vault.keyLabel,
    )
    expect(new Set(labels).size).toBe(3)
  })
})
