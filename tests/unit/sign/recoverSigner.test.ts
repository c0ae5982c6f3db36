import { concat, slice, stringToHex, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { recoverSigner } from '@/lib/sign/recoverSigner'
import { alice, bob, keys } from '../accounts'

const message = stringToHex('hello')
let signature: Hex

beforeAll(async () => {
  signature = await privateKeyToAccount(keys[alice] ?? '0x').signMessage({
    message: { raw: message },
  })
})

test('the account that signed a message is told, and of another message another', async () => {
  expect(await recoverSigner(message, signature)).toBe(alice)
  const other = await recoverSigner(stringToHex('hallo'), signature)
  expect(other).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect([alice, bob]).not.toContain(other)
})

test('bytes are signed as they are, not as the text of their digits', async () => {
  expect(await recoverSigner(stringToHex(message), signature)).not.toBe(alice)
})

test('a signature that no key can have made is of nobody', async () => {
  const [s, v] = [slice(signature, 32, 64), slice(signature, 64)]
  const zero: Hex = `0x${'00'.repeat(32)}`
  const max: Hex = `0x${'ff'.repeat(32)}`
  for (const one of [
    concat([zero, s, v]),
    concat([max, s, v]),
    slice(signature, 0, 64),
    '0x',
  ] as const)
    expect(await recoverSigner(message, one)).toBeUndefined()
})
