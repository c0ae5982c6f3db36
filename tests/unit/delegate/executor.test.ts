import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { decodeFunctionData, encodeErrorResult, type Abi, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  delegateOf,
  delegation,
  encodeBatch,
  executor,
  executorAbi,
  executorCodeHash,
} from '@/lib/delegate/executor'
import { executor as deployed } from '../../chain/executor'
import { bob, stranger } from '../people'

/** The audited contract as its authors publish it. */
const artifact = createRequire(import.meta.url).resolve(
  '@account-abstraction/contracts/artifacts/Simple7702Account.json',
)
const { abi } = JSON.parse(await readFile(artifact, 'utf8')) as { abi: Abi }

const calls = [
  { to: stranger, value: '0x01', data: '0x' },
  { to: bob, value: '0x0', data: '0xabcdef' },
  { to: stranger, value: `0x${'f'.repeat(64)}`, data: `0x${'12'.repeat(100)}` },
] as const

test('a batch is encoded as the contract reads it', () => {
  const data = encodeBatch(calls)
  expect(data.slice(0, 10)).toBe('0x34fcd5be')
  expect(decodeFunctionData({ abi, data })).toEqual({
    functionName: 'executeBatch',
    args: [
      [
        { target: stranger, value: 1n, data: '0x' },
        { target: bob, value: 0n, data: '0xabcdef' },
        { target: stranger, value: 2n ** 256n - 1n, data: `0x${'12'.repeat(100)}` },
      ],
    ],
  })
})

test('the error that names a failing call is the contract’s', () => {
  const error = { errorName: 'ExecuteError', args: [1n, '0xabcd'] } as const
  expect(encodeErrorResult({ abi: executorAbi, ...error })).toBe(
    encodeErrorResult({ abi, ...error }),
  )
})

test('a deployment has no place in a batch: the executor would call itself', () => {
  expect(() => encodeBatch([{ to: null, value: '0x0', data: '0x60' }])).toThrow('deployment')
})

test('the address and the hash are the contract’s own', () => {
  expect(executor).toBe(deployed)
  expect(executorCodeHash).toBe(
    '0xcc7b633aef4b2543cb8f37522adf1a401f910f0f6b2430c1eecc11f401ccfcf3',
  )
})

describe('who an account delegates to', () => {
  const ours = delegation(executor)

  test('is what stands in its code', () => {
    expect(ours).toBe('0xef0100e6cae83bde06e4c305530e199d7217f42808555b')
    expect(delegateOf(ours)).toBe(executor.toLowerCase())
    expect(delegateOf(delegation(stranger))).toBe(stranger)
  })

  test.each<[string, Hex]>([
    ['a plain account', '0x'],
    ['a contract', '0x6080604052'],
    ['code one byte short', ours.slice(0, -2) as Hex],
    ['code one byte longer', `${ours}00`],
    ['code of that length that begins otherwise', `0xef0101${ours.slice(8)}`],
    ['the address alone', executor],
  ])('is nobody for %s', (_, code) => {
    expect(delegateOf(code)).toBeNull()
  })
})
