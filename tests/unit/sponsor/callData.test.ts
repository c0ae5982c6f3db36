import { decodeFunctionData, parseAbi, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Call } from '@/lib/db'
import { checkCall } from '@/lib/lock/check'
import { leastsOf } from '@/lib/lock/lockReading'
import { operationCallData, withDeadline } from '@/lib/sponsor/callData'
import { alice, bob, stranger } from '../accounts'

const router: Address = '0x6fF5693b99212Da76ad316178A184AB56D299b43'
const deadline = 1_900_000_000

const calls: Call[] = [
  { to: bob, value: '0x1', data: '0x' },
  { to: stranger, value: '0x0', data: '0xabcdef' },
]

const batchAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])
const routerAbi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline)'])

const callsIn = (batch: { calls: Call[]; locks?: Call[] }) =>
  decodeFunctionData({ abi: batchAbi, data: operationCallData(batch, deadline) }).args[0]

const deadlineIn = (call: { data: `0x${string}` } | undefined) =>
  decodeFunctionData({ abi: routerAbi, data: call?.data ?? '0x' }).args[2]

describe('a sponsored batch', () => {
  test('runs the site’s calls, then one that keeps to the deadline', () => {
    const run = callsIn({ calls, locks: withDeadline(undefined, router, alice) })
    expect(run).toHaveLength(3)
    expect(run.slice(0, 2)).toEqual([
      { target: bob, value: 1n, data: '0x' },
      { target: stranger, value: 0n, data: '0xabcdef' },
    ])
    expect(run[2]?.target).toBe(router)
    expect(deadlineIn(run[2])).toBe(BigInt(deadline))
  })

  test('keeps its locks, and has their deadline alone', () => {
    const pay: Call = { to: alice, value: '0x5', data: '0x' }
    const locks = [pay, checkCall(router, alice, [{ token: bob, least: 9n }])]
    const own = withDeadline(locks, router, alice)
    expect(own).toEqual(locks)
    const run = callsIn({ calls, locks: own })
    expect(run).toHaveLength(4)
    expect(deadlineIn(run[3])).toBe(BigInt(deadline))
  })

  test('gets a deadline where what it locks has none', () => {
    const pay: Call = { to: alice, value: '0x5', data: '0x' }
    const own = withDeadline([pay], router, alice)
    expect(own[0]).toEqual(pay)
    expect(own.flatMap((one) => leastsOf(one))).toEqual([])
    expect(deadlineIn(callsIn({ calls, locks: own })[3])).toBe(BigInt(deadline))
  })

  test.each<[string, { locks?: Call[] }]>([
    ['nothing of the wallet’s own', {}],
    ['no call of the wallet’s own', { locks: [] }],
    ['a payment alone', { locks: [{ to: alice, value: '0x5', data: '0x' }] }],
    ['another call of the router', { locks: [{ to: router, value: '0x0', data: '0x24856bc3' }] }],
  ])('is not encoded without a deadline: %s', (_, own) => {
    expect(() => operationCallData({ calls, ...own }, deadline)).toThrow('no deadline')
  })

  test('has no deadline of the site’s making', () => {
    const fake = checkCall(router, alice, [], 2n ** 64n)
    expect(() => operationCallData({ calls: [fake] }, deadline)).toThrow('no deadline')
    const run = callsIn({ calls: [fake], locks: withDeadline(undefined, router, alice) })
    expect(deadlineIn(run[0])).toBe(2n ** 64n)
    expect(deadlineIn(run[1])).toBe(BigInt(deadline))
  })
})
