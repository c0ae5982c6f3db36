import {
  encodeAbiParameters,
  numberToHex,
  pad,
  toEventSelector,
  type Address,
  type Hex,
} from 'viem'
import { expect, test } from 'vitest'
import { partsOf } from '@/lib/simulate/parts'
import type { Log } from '@/lib/simulate/simulateV1'
import { alice, bob, stranger } from '../accounts'
import { allowance, change, dai, token, usdc } from './outcomes'

const log = (event: string, address: Address, from: Address, to: Address, amount: bigint): Log => ({
  address,
  topics: [toEventSelector(event), pad(from), pad(to)],
  data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
})
const moved = (address: Address, from: Address, to: Address, amount: number): Log =>
  log('Transfer(address,address,uint256)', address, from, to, BigInt(amount))
const allowed = (amount: bigint): Log =>
  log('Approval(address,address,uint256)', usdc, alice, stranger, amount)

const well = { status: 'succeeds', gas: '0x1' as Hex } as const
const outcomes = [well, well]
const nothing = { changes: [], allowances: [] }

test('each call has what its logs say, with who receives it', () => {
  const logs = [[moved(usdc, alice, bob, 100)], [moved(dai, stranger, alice, 7)]]
  const changes = [change(token(usdc), -100), change(token(dai), 7)]
  expect(partsOf(outcomes, logs, { ...nothing, changes }, alice).each).toEqual([
    {
      verdict: 'succeeds',
      changes: [changes[0]],
      payees: [
        { of: `erc20 ${usdc}`, to: [{ address: bob, amount: numberToHex(100), isSaid: true }] },
      ],
      allowances: [],
    },
    { verdict: 'succeeds', changes: [changes[1]], payees: [], allowances: [] },
  ])
})

test('what goes out and comes back is a part of two calls, and none of the whole', () => {
  const logs = [[moved(usdc, alice, bob, 100)], [moved(usdc, bob, alice, 100)]]
  const { each, loose } = partsOf(outcomes, logs, nothing, alice)
  expect(each.map(({ changes }) => changes)).toEqual([
    [change(token(usdc), -100)],
    [change(token(usdc), 100)],
  ])
  expect(loose).toEqual([])
})

test('what logs claim and balances do not bear out is loose, and so is what leaves without a log', () => {
  const logs = [[moved(usdc, stranger, alice, 5_000)], []]
  expect(partsOf(outcomes, logs, nothing, alice).loose).toEqual([`erc20 ${usdc}`])
  const changes = [change(token(dai), -100)]
  expect(partsOf(outcomes, [[], []], { ...nothing, changes }, alice).loose).toEqual([
    `erc20 ${dai}`,
  ])
})

test('a flood of logs leaves what was measured, and nothing else', () => {
  const flood = Array.from({ length: 5_000 }, (_, at) =>
    moved(numberToHex(1_000_000 + at, { size: 20 }), stranger, alice, 1),
  )
  const changes = [change(token(usdc), -100)]
  const logs = [flood, [moved(usdc, alice, bob, 100)]]
  const { each, loose } = partsOf(outcomes, logs, { ...nothing, changes }, alice)
  expect(loose).toEqual([])
  expect(each.map((part) => part.changes)).toEqual([[], changes])
})

test('an allowance is as high as the call’s own log says, where less of it is left in the end', () => {
  const allowances = [allowance(5n)]
  const leftBy = (amount: bigint) =>
    partsOf(outcomes, [[allowed(amount)], []], { changes: [], allowances }, alice).each.map(
      (part) => part.allowances[0]?.left,
    )
  expect(leftBy(100n)).toEqual([numberToHex(100), undefined])
  expect(leftBy(2n)).toEqual([undefined, undefined])
  expect(leftBy(2n ** 256n - 1n)).toEqual(['all', undefined])
})

test('a call that did not run has nothing', () => {
  const reason = { why: 'earlier' } as const
  expect(partsOf([{ status: 'unknown', reason }], [], nothing, alice).each).toEqual([
    { verdict: 'unknown', changes: [], payees: [], allowances: [] },
  ])
})

const wrapped = (event: 'Deposit' | 'Withdrawal', who: Address, amount: number): Log => ({
  address: dai,
  topics: [toEventSelector(`${event}(address,uint256)`), pad(who)],
  data: encodeAbiParameters([{ type: 'uint256' }], [BigInt(amount)]),
})

test('wrapped coin that leaves again is a part of its call, though no transfer is logged', () => {
  const logs = [[wrapped('Deposit', alice, 1_000)], [wrapped('Withdrawal', alice, 250)]]
  const changes = [change(token(dai), 750)]
  const { each, loose } = partsOf(outcomes, logs, { ...nothing, changes }, alice)
  expect(each.map((part) => part.changes)).toEqual([
    [change(token(dai), 1_000)],
    [change(token(dai), -250)],
  ])
  expect(loose).toEqual([])
})

test.each<[string, Log]>([
  ['does not add up', wrapped('Deposit', alice, 999)],
  ['is of somebody else', wrapped('Deposit', bob, 1_000)],
])('a log of wrapping that %s proves nothing', (_, log) => {
  const changes = [change(token(dai), 1_000)]
  const { each, loose } = partsOf(outcomes, [[log], []], { ...nothing, changes }, alice)
  expect(each.map((part) => part.changes)).toEqual([[], []])
  expect(loose).toEqual([`erc20 ${dai}`])
})

test('wrapping that is logged as a transfer as well counts once', () => {
  const logs = [[wrapped('Deposit', alice, 1_000), moved(dai, stranger, alice, 1_000)], []]
  const changes = [change(token(dai), 1_000)]
  const { each, loose } = partsOf(outcomes, logs, { ...nothing, changes }, alice)
  expect(each[0]?.changes).toEqual(changes)
  expect(loose).toEqual([])
})
