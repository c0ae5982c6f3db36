import { getAddress, numberToHex, pad, type Address } from 'viem'
import { expect, test } from 'vitest'
import { nothing, wantAsset, wantGrant } from '@/lib/simulate/readSet'
import { takeReadings } from '@/lib/simulate/readings'
import type { Run } from '@/lib/simulate/run'
import type { Log } from '@/lib/simulate/simulateV1'
import { transfersOf } from '@/lib/simulate/transfers'
import { transferTopic } from '@/lib/values/eventTopics'
import { alice, bob } from '../accounts'
import { usdc } from './outcomes'

const run = (after: bigint): Run => ({
  results: [],
  before: [],
  after: [],
  time: 1n,
  wei: { before: 5n, after },
  denied: [],
})

test('the answers of the same runs are taken once, those of others or for others by themselves', () => {
  const [wants, runs] = [nothing(), [run(9n)]]
  const { changes } = takeReadings(wants, alice, runs)
  expect(changes).toEqual([{ asset: { standard: 'native' }, direction: 'in', amount: '0x4' }])
  expect(takeReadings(wants, alice, runs).changes).toBe(changes)
  expect(takeReadings(wants, alice, [run(3n)]).changes).toMatchObject([{ direction: 'out' }])
  expect(takeReadings(nothing(), alice, runs).changes).not.toBe(changes)
  expect(takeReadings(wants, bob, runs).changes).not.toBe(changes)
})

test('what one part adds as unchecked is not so for another', () => {
  const [wants, runs] = [nothing(), [run(9n)]]
  takeReadings(wants, alice, runs).unchecked.add('block')
  expect(takeReadings(wants, alice, runs).unchecked).toEqual(new Set())
})

test('the transfers of a log are read once, those of an equal log by themselves', () => {
  const topic = (address: Address) => pad(address, { size: 32 })
  const data = numberToHex(7, { size: 32 })
  const log: Log = { address: usdc, topics: [transferTopic, topic(alice), topic(bob)], data }
  const transfers = transfersOf(log)
  expect(transfers).toMatchObject([{ amount: 7n }])
  expect(transfersOf(log)).toBe(transfers)
  expect(transfersOf({ ...log })).toEqual(transfers)
  expect(transfersOf({ ...log, data: numberToHex(8, { size: 32 }) })).toMatchObject([
    { amount: 8n },
  ])
})

test('an asset or an allowance is one in whatever case its addresses are named', () => {
  const wants = nothing()
  const [lower, mixed] = [usdc.toLowerCase() as Address, getAddress(usdc)]
  for (const address of [lower, mixed]) {
    const asset = { standard: 'ERC20', address } as const
    wantAsset(wants, { asset, isNamed: address === mixed, isCalled: false, net: 2n })
    wantGrant(wants, { standard: 'ERC20', token: address, spender: bob }, { became: 1n })
    wantGrant(wants, { standard: 'ERC20', token: mixed, spender: address }, {})
  }
  expect([...wants.assets.values()]).toMatchObject([
    { asset: { address: mixed }, isNamed: true, net: 4n },
  ])
  expect([...wants.grants.values()]).toMatchObject([{ became: [1n, 1n] }, { became: [] }])
})
