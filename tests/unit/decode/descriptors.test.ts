import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeFunctionData, parseAbi, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { describeCall, type DescribedCall } from '@/lib/decode/descriptors/describe'
import { loadRegistry } from '@/lib/decode/descriptors/lookUp'
import { compiled, written } from '../../../scripts/lists/descriptors'

const registry = await loadRegistry()
const say = { call: (one: DescribedCall) => describeCall(registry, one) }

const alice: Address = '0xa11ce00000000000000000000000000000000001'
const bob: Address = '0xb0b0000000000000000000000000000000000002'
const usdc: Address = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
/** Aave's pool on Base. */
const pool: Address = '0xa238dd80c259a72e81d7e4664a9801593f98d1c5'

/** The contract on Celo where accounts name themselves. */
const celoAccounts: Address = '0x7d21685c17607338b313a7174bab6620bad0aab7'

const aave = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)',
])

const call = { chainId: 8453, from: alice, to: pool, value: 0n }
const supply = encodeFunctionData({
  abi: aave,
  functionName: 'supply',
  args: [usdc, 1_500_000n, bob, 0],
})
const repay = (amount: bigint, mode: bigint) =>
  encodeFunctionData({ abi: aave, functionName: 'repay', args: [usdc, amount, mode, alice] })

test('the compiled registry is what its pinned package compiles to', () => {
  const file = join(import.meta.dirname, '../../../lib/decode/descriptors/registry.json')
  expect(readFileSync(file, 'utf8') === written(compiled())).toBe(true)
})

describe('a call of a known contract', () => {
  test('is told in the words of its publisher, with what they leave out', () => {
    expect(say.call({ ...call, data: supply })).toEqual({
      intent: 'Supply',
      publisher: 'Aave DAO',
      date: '2026-09-01',
      rows: [
        {
          label: 'Amount to supply',
          word: { kind: 'token', token: usdc, amount: 1_500_000n, message: null },
        },
        { label: 'Collateral recipient', word: { kind: 'address', address: bob } },
      ],
      left: ['referralCode'],
    })
  })

  test('is told the same whatever the case of its addresses', () => {
    const upper = `0x${pool.slice(2).toUpperCase()}` as const
    expect(say.call({ ...call, to: upper, data: supply })?.intent).toBe('Supply')
  })

  test('says what a publisher says of the largest amounts', () => {
    const rows = say.call({ ...call, data: repay(2n ** 256n - 1n, 2n) })?.rows
    expect(rows?.[0]?.word).toMatchObject({ kind: 'token', message: 'All' })
    expect(rows?.[1]?.word).toEqual({ kind: 'text', text: 'variable' })
  })

  test('is unread where a number has no meaning', () => {
    expect(say.call({ ...call, data: repay(1n, 7n) })).toBeUndefined()
  })

  test.each([
    ['on another chain', { chainId: 1 }, supply],
    ['of another contract', { to: bob }, supply],
    ['with a byte more', {}, `${supply}00`],
    ['with a byte less', {}, supply.slice(0, -2)],
    ['without arguments', {}, supply.slice(0, 10)],
    ['without data', {}, '0x'],
    // The last word stands for an address, with bits beyond it.
    ['with bits beyond an address', {}, supply.replace('000000b0b', '000001b0b')],
  ])('is unread %s', (_, change, data) => {
    expect(say.call({ ...call, ...change, data: data as `0x${string}` })).toBeUndefined()
  })
})

test('texts in the data cannot turn the words of a publisher round', () => {
  const abi = parseAbi(['function setName(string name)'])
  const data = encodeFunctionData({ abi, functionName: 'setName', args: ['a\u202eb\u0000c'] })
  const said = say.call({ ...call, chainId: 42220, to: celoAccounts, data })
  expect(said?.rows).toEqual([{ label: 'Name', word: { kind: 'text', text: 'a·b·c' } }])
})
