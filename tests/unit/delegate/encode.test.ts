import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeErrorResult,
  getAddress,
  parseAbi,
  parseAbiParameters,
  type Abi,
  type Address,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { delegates, knownDelegate } from '@/lib/delegate/delegates'
import { encodeBatch, executorErrors } from '@/lib/delegate/encode'
import { executor } from '@/lib/delegate/executor'
import { bob, stranger } from '../accounts'
import { listed, unlisted } from '../../chain/delegates'

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

const expected = [
  { target: stranger, value: 1n, data: '0x' },
  { target: bob, value: 0n, data: '0xabcdef' },
  { target: stranger, value: 2n ** 256n - 1n, data: `0x${'12'.repeat(100)}` },
]

test('a batch is encoded as our executor’s contract reads it', () => {
  const data = encodeBatch(calls, executor)
  expect(data.slice(0, 10)).toBe('0x34fcd5be')
  expect(decodeFunctionData({ abi, data })).toEqual({
    functionName: 'executeBatch',
    args: [expected],
  })
})

test.each<[string, Address, string, string]>([
  ['executeBySender', listed.ambire, 'executeBySender', '0xabc5345e'],
  ['executeFromSelf', listed.okx, 'executeFromSelf', '0x893aa9f6'],
  ['executeBatch', listed.coinbase, 'executeBatch', '0x34fcd5be'],
])('a batch is encoded as %s for the delegate that takes it so', (_, delegate, name, selector) => {
  const data = encodeBatch(calls, delegate.toLowerCase() as Address)
  expect(data.slice(0, 10)).toBe(selector)
  const entry = parseAbi([
    'struct Call { address target; uint256 value; bytes data; }',
    `function ${name}(Call[] calls)`,
  ]) as Abi
  expect(decodeFunctionData({ abi: entry, data }).args).toEqual([expected])
})

test('a batch is encoded in the plainest mode of ERC-7821', () => {
  const data = encodeBatch(calls, listed.metaMask)
  expect(data.slice(0, 10)).toBe('0xe9ae5c53')
  const entry = parseAbi(['function execute(bytes32 mode, bytes executionData)'])
  const [mode, executionData] = decodeFunctionData({ abi: entry, data }).args
  expect(mode).toBe(`0x01${'00'.repeat(31)}`)
  const list = parseAbiParameters('(address target, uint256 value, bytes data)[]')
  expect(decodeAbiParameters(list, executionData)).toEqual([expected])
})

describe('nothing is encoded', () => {
  test.each<[string, Address | null]>([
    ['for nobody', null],
    ['for a delegate that no list has', unlisted],
    ['for one that is known by name alone', listed.kernel],
  ])('%s', (_, delegate) => {
    expect(() => encodeBatch(calls, delegate)).toThrow('no batch runs through')
  })

  test.each(Object.values(listed).filter((address) => address !== listed.kernel))(
    'of a deployment: some executors would call the account itself (%s)',
    (delegate) => {
      const deployment = { to: null, value: '0x0', data: '0x60' } as const
      expect(() => encodeBatch([deployment], delegate)).toThrow('deployment')
    },
  )
})

test('the error that names a failing call is the contract’s', () => {
  const error = { errorName: 'ExecuteError', args: [1n, '0xabcd'] } as const
  expect(encodeErrorResult({ abi: executorErrors, ...error })).toBe(
    encodeErrorResult({ abi, ...error }),
  )
})

test('the known delegates are addresses, each there once, ours among them', () => {
  expect(delegates.size).toBe(20)
  for (const address of delegates.keys()) expect(getAddress(address).toLowerCase()).toBe(address)
  expect(knownDelegate(executor)).toEqual({
    name: 'Simple7702Account 0.8',
    encoding: 'executeBatch',
  })
  expect(knownDelegate(unlisted)).toBeUndefined()
})
