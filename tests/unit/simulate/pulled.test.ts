import { encodeFunctionData, erc20Abi, getAddress, numberToHex, pad, type Address } from 'viem'
import { expect, test } from 'vitest'
import type { Call } from '@/lib/db'
import { permit2 } from '@/lib/decode/contracts'
import { mentionsInCalls } from '@/lib/simulate/mentions'
import { readSetOf } from '@/lib/simulate/readSetOf'
import { nothing } from '@/lib/simulate/readSet'
import type { ObservedRun } from '@/lib/simulate/runWithReads'
import type { Log } from '@/lib/simulate/simulateV1'
import { approvalTopic, transferSingleTopic, transferTopic } from '@/lib/values/eventTopics'
import { alice, bob, stranger } from '../accounts'
import { dai, usdc } from './outcomes'

const shop: Address = '0x00000000000000000000000000000000000005a1'
const helper: Address = '0x00000000000000000000000000000000000005a2'

const topic = (address: Address) => pad(address, { size: 32 })
const word = (amount: bigint) => numberToHex(amount, { size: 32 })

const moved = (from: Address, to: Address, amount: bigint): Log => ({
  address: usdc,
  topics: [transferTopic, topic(from), topic(to)],
  data: word(amount),
})

const allowed = (spender: Address, amount: bigint): Log => ({
  address: usdc,
  topics: [approvalTopic, topic(alice), topic(spender)],
  data: word(amount),
})

const buy: Call = { to: shop, value: '0x0', data: '0x12345678' }
const send = (amount: bigint): Call => ({
  to: usdc,
  value: '0x0',
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, amount] }),
})

/** Whose allowances may have been used by calls with these logs, as the standard, the token and the spender. */
const pullers = (calls: Call[], logs: Log[], own = { before: 0, behind: 0 }) => {
  const look: ObservedRun = {
    wants: nothing(),
    runs: [
      {
        results: [{ status: '0x1', gasUsed: '0x1', maxUsedGas: '0x1', returnData: '0x', logs }],
        before: [],
        after: [],
        time: 1n,
        wei: { before: 0n, after: 0n },
        denied: [],
      },
    ],
    sent: [],
    outcomes: [],
  }
  const named = mentionsInCalls(calls, alice, 31337, own)
  return [...readSetOf(look, named, { from: alice }).grants.values()].flatMap(
    ({ grant: { standard, token, spender }, isPulled }) =>
      isPulled ? [`${standard} ${token === getAddress(usdc) ? 'USDC' : token} ${spender}`] : [],
  )
}

const both = (spender: Address) =>
  ['ERC20', 'Permit2'].map((standard) => `${standard} USDC ${getAddress(spender)}`)

test('those who are called, paid or named by the token may have pulled, and Permit2', () => {
  const found = pullers([buy], [moved(alice, stranger, 5n), allowed(helper, 1n)])
  expect(found.sort()).toEqual(
    [
      ...both(shop),
      ...both(stranger),
      `ERC20 USDC ${getAddress(helper)}`,
      `ERC20 USDC ${permit2}`,
    ].sort(),
  )
})

test.each<[string, Call[], Log[]]>([
  ['what the account sends itself', [buy, send(5n)], [moved(alice, bob, 5n)]],
  ['what arrives', [buy], [moved(shop, alice, 5n)]],
  ['what others move', [buy], [moved(shop, bob, 5n)]],
  ['nothing', [buy], [moved(alice, shop, 0n)]],
  ['what stays with the account', [buy], [moved(alice, alice, 5n)]],
])('nobody pulled %s', (_, calls, logs) => {
  expect(pullers(calls, logs)).toEqual([])
})

test('a token that logs hundreds of receivers leaves room, and who takes most is among them', () => {
  const dust = Array.from({ length: 400 }, (_, at) =>
    moved(alice, pad(numberToHex(at + 1), { size: 20 }), 1n),
  )
  const found = pullers([buy], [...dust, moved(alice, stranger, 5n)])
  expect(found).toEqual(expect.arrayContaining([...both(shop), ...both(stranger)]))
  // The shop, 16 receivers, each in the token and in Permit2, and Permit2 itself.
  expect(found).toHaveLength(2 * 17 + 1)
})

test('more than the account sends itself was pulled', () => {
  const logs = [moved(alice, bob, 5n), moved(alice, shop, 1n)]
  expect(pullers([buy, send(5n)], logs)).toContain(`ERC20 USDC ${getAddress(shop)}`)
})

test('the calls of the lock pull nothing', () => {
  const check: Call = { to: dai, value: '0x0', data: '0x12345678' }
  const found = pullers([check, buy, check], [moved(alice, shop, 5n)], { before: 1, behind: 1 })
  expect(found.filter((one) => one.endsWith(getAddress(dai)))).toEqual([])
  expect(found).toContain(`ERC20 USDC ${getAddress(shop)}`)
})

test('who moved items says their log', () => {
  const item: Log = {
    address: usdc,
    topics: [transferSingleTopic, topic(helper), topic(alice), topic(stranger)],
    data: `${word(7n)}${word(2n).slice(2)}`,
  }
  expect(pullers([buy], [item])).toContain(`collection USDC ${getAddress(helper)}`)
})
