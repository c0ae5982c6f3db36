import { hexToBytes, parseGwei, size, type Address } from 'viem'
import { expect, test } from 'vitest'
import type { Call } from '@/lib/db'
import {
  checkEachCall,
  fitsOneTransaction,
  maxTransactionBytes,
  tooManyBytes,
} from '@/lib/batch/size'
import { encodeBatch } from '@/lib/delegate/encode'
import { executor } from '@/lib/delegate/executor'
import { signTransaction } from '@/lib/keyring/sign'
import { listed } from '../../chain/delegates'
import { alice, keys, stranger } from '../accounts'

const call = (bytes: number): Call => ({
  to: stranger,
  value: `0x${'f'.repeat(64)}`,
  data: `0x${'ff'.repeat(bytes)}`,
})

/** Returns the largest transaction with these data: longest numbers, with an upgrade. */
const signedSize = async (data: `0x${string}`) =>
  size(
    await signTransaction(hexToBytes(keys[alice] ?? '0x') as Uint8Array<ArrayBuffer>, {
      transaction: {
        type: 'eip1559',
        chainId: 2 ** 31,
        nonce: 2 ** 31,
        to: alice,
        data,
        gas: 2n ** 24n,
        value: 2n ** 256n - 1n,
        maxFeePerGas: parseGwei('999999999999'),
        maxPriorityFeePerGas: parseGwei('999999999999'),
      },
      authorize: executor,
    }),
  )

test('a call is refused by its index before its transaction is too large for a node', async () => {
  const largest = maxTransactionBytes - 320
  expect(() => checkEachCall([call(1), call(largest)])).not.toThrow()
  expect(() => checkEachCall([call(1), call(largest + 1)])).toThrow(
    `calls[1] takes ${maxTransactionBytes + 1} bytes signed, at most ${maxTransactionBytes}`,
  )
  expect(await signedSize(call(largest).data)).toBeLessThanOrEqual(maxTransactionBytes)
})

test('a batch is refused before its transaction is too large for a node', async () => {
  const batch = (count: number) => Array.from({ length: count }, () => call(68))
  let count = 100
  while (fitsOneTransaction(batch(count + 1))) count++
  expect(await signedSize(encodeBatch(batch(count), executor))).toBeLessThanOrEqual(
    maxTransactionBytes,
  )
  expect(count).toBeGreaterThan(500)
})

test('a batch is as large as its delegate encodes it, and its error says how large', () => {
  const batch = (bytes: number) => [call(bytes), call(1)]
  const sizeFor = (bytes: number, delegate: Address) =>
    size(encodeBatch(batch(bytes), delegate)) + 320
  const { metaMask } = listed
  let bytes = 128 * 1024
  while (sizeFor(bytes, executor) > maxTransactionBytes) bytes -= 32
  // The encoding of ERC-7821 is the longer one.
  expect(sizeFor(bytes, metaMask)).toBeGreaterThan(maxTransactionBytes)
  expect(fitsOneTransaction(batch(bytes))).toBe(true)
  expect(fitsOneTransaction(batch(bytes), metaMask)).toBe(false)
  expect(tooManyBytes(batch(bytes), metaMask).message).toContain(
    `all calls take ${sizeFor(bytes, metaMask)} bytes signed, at most ${maxTransactionBytes}`,
  )
})
