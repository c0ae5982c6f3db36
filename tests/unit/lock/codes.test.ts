import { keccak256, type Hex } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { checksStill, codeOf } from '@/lib/lock/codes'
import { bob, stranger } from '../accounts'
import { makeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'

beforeEach(emptyDatabase)

const [tried, other] = ['0x6001', '0x6002'] as const

/** A node with code at each address. */
const node = (codes: Record<string, Hex>) => (_: number, method: string, params: unknown) => {
  expect(method).toBe('eth_getCode')
  return Promise.resolve(codes[(params as [string])[0]] ?? '0x')
}

const lock = { to: bob, value: '0x0', data: '0x' } as const

const locked = makeBatch({
  locks: [lock],
  checkers: [bob, stranger].map((address) => ({ address, code: keccak256(tried) })),
})

const sponsor = {
  url: 'https://pays.example',
  bundler: 'https://bundler.example',
  paymaster: bob,
  data: '0x',
  isFinal: true,
  callGasLimit: '0x1',
  verificationGasLimit: '0x1',
  preVerificationGas: '0x1',
  paymasterVerificationGasLimit: '0x1',
  paymasterPostOpGasLimit: '0x1',
} as const

test.each<[string, Record<string, Hex>, boolean]>([
  ['all have it', { [bob]: tried, [stranger]: tried }, true],
  ['the first has other code', { [bob]: other, [stranger]: tried }, false],
  ['the last has other code', { [bob]: tried, [stranger]: other }, false],
  ['one has none', { [bob]: tried }, false],
])('what checks a lock is held to the code that was tried: %s', async (_, codes, isSame) => {
  expect(await checksStill(node(codes), locked)).toBe(isSame)
})

test('other code is kept as seen, so that the next quote tries it', async () => {
  await checksStill(node({ [bob]: other, [stranger]: tried }), locked)
  expect(await codeOf(locked.chainId, bob)).toBe(keccak256(other))
})

test('what was seen at one address is not told of another', async () => {
  const another = '0x6003'
  await checksStill(node({ [bob]: other, [stranger]: another }), locked)
  expect(await codeOf(locked.chainId, bob)).toBe(keccak256(other))
  expect(await codeOf(locked.chainId, stranger)).toBe(keccak256(another))
})

test('code that went is kept as none', async () => {
  await checksStill(node({ [stranger]: tried }), locked)
  expect(await codeOf(locked.chainId, bob)).toBeNull()
})

test('a row without codes is asked again where it has locks that nobody else pays for', async () => {
  const ask = node({})
  expect(await checksStill(ask, makeBatch())).toBe(true)
  expect(await checksStill(ask, makeBatch({ locks: [lock] }))).toBe(false)
  expect(await checksStill(ask, makeBatch({ locks: [lock], sponsor }))).toBe(true)
})
