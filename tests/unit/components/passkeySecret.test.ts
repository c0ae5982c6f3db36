import { hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretOf } from '@/components/passkey/secretOf'

const salt = new Uint8Array(32).fill(2)
const output = new Uint8Array(32).fill(1)

test('the secret is made of the PRF’s output by HKDF, as another library computes it, and tells nothing of it', async () => {
  const theirs = Buffer.from(hkdfSync('sha256', output, salt, 'volley:passkey', 32))
  const secret = await secretOf(output.buffer, salt)
  expect(secret).toBe(theirs.toString('base64'))
  expect(secret).not.toBe(Buffer.from(output).toString('base64'))
  expect(await secretOf(output, salt)).toBe(secret)
  expect(await secretOf(output, new Uint8Array(32))).not.toBe(secret)
})

test.each([0, 16, 31, 33, 64])('%i bytes are no output of a PRF', async (length) => {
  expect(await secretOf(new ArrayBuffer(length), salt)).toBeUndefined()
})

test('no output makes no secret', async () => {
  expect(await secretOf(undefined, salt)).toBeUndefined()
})
