import { getAddress, type Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '@/lib/db'
import { callsStatus } from '@/lib/batch/status'
import { stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { stopOf } from '@/lib/lock/stopped'
import { request } from '@/lib/network/node'
import { suggestFees } from '@/lib/network/fees'
import { newWorld } from '../../harness/world'
import { rpc } from '../../chain/rpc'
import { approve, chainId, openBed, unit, type Bed } from '../../lock/bed'
import { alice, bob } from '../accounts'

let bed: Bed
let snapshot: unknown
beforeAll(async () => {
  bed = await openBed(0)
  snapshot = await rpc(bed.url, 'evm_snapshot')
})
afterAll(() => bed.stop())
beforeEach(async () => {
  await rpc(bed.url, 'evm_revert', [snapshot])
  snapshot = await rpc(bed.url, 'evm_snapshot')
  await bed.reset()
})

const highest = 2n ** 256n - 1n

const allow = (token: Address, spender: Address, amount: bigint): Call =>
  bed.call('KindToken', token, 'approve', [spender, amount])

const pull = (token: Address, amount = 100n * unit): Call =>
  bed.call('Shop', bed.places.shop, 'pull', [token, amount])

/**
 * Approves a batch, and returns what it takes back and what it leaves, as the quote says. What was
 * found out of a batch is kept, so that each test here has amounts of its own.
 */
const taken = async (calls: Call[]) => {
  const { quote, batch } = await approve(calls)
  expect(quote.open).toBeUndefined()
  return {
    batch,
    resets: quote.lock?.resets ?? [],
    left: quote.allowances.map(({ left }) => left),
  }
}

const mined = async (key: string) => {
  const runner = createRunner(newWorld(request), suggestFees)
  await runner.advance(chainId)
  await rpc(bed.url, 'anvil_mine', ['0x2'])
  await runner.look(chainId)
  return stateOf(key)
}

describe('what is left of an allowance that the batch spent from', () => {
  test.each([
    ['a limited one', 1_000n * unit],
    ['the highest, which the token never lowers', highest],
  ])('is taken back: %s', async (_, amount) => {
    const { token, shop } = bed.places
    const { batch, resets, left } = await taken([allow(token, shop, amount), pull(token)])
    expect(resets).toMatchObject([{ standard: 'ERC20' }])
    expect(left).toEqual(['0x0'])
    // Before the checks, because a reset runs code of the token.
    expect(batch.locks?.map(({ to }) => to?.toLowerCase())[0]).toBe(token.toLowerCase())
    const state = await mined(batch.key)
    expect(callsStatus(batch, state).status).toBe(200)
    expect(await bed.allowance(token, shop)).toBe(0n)
  })

  test('is nothing the site asked for: its receipt has the logs of its own calls alone', async () => {
    const { token, shop } = bed.places
    const { batch } = await taken([allow(token, shop, 1_000n * unit), pull(token)])
    const state = await mined(batch.key)
    const [receipt] = callsStatus(batch, state).receipts ?? []
    expect(receipt?.logs).toHaveLength(2)
    expect(state.transactions[0]?.receipt?.logs).toHaveLength(3)
  })
})

describe('what stays, and is said to', () => {
  test('an allowance that no call of the batch uses is what was asked for', async () => {
    const { token, dollar, shop } = bed.places
    const { resets, left } = await taken([
      allow(token, bob, 50n * unit),
      allow(dollar, bob, highest),
      allow(dollar, shop, 100n * unit),
      pull(dollar),
    ])
    expect(resets).toEqual([])
    expect(left.filter((amount) => amount !== '0x0')).toHaveLength(2)
  })

  test('one that was given after it was used', async () => {
    const { token, shop } = bed.places
    const { resets } = await taken([
      allow(token, shop, 100n * unit),
      pull(token),
      allow(token, shop, 70n * unit),
    ])
    expect(resets).toEqual([])
  })

  test('one of which the token keeps less than it was asked for, and nobody took', async () => {
    const stub = await bed.deploy('Stubborn', 0)
    const { dollar, shop } = bed.places
    const { resets } = await taken([
      allow(stub, bob, highest),
      allow(dollar, shop, 100n * unit),
      pull(dollar),
    ])
    expect(resets).toEqual([])
  })

  test.each([
    ['a token that reverts an approval of nothing', 1],
    ['a token that takes no notice of one', 2],
  ])('that of %s, and the rest is locked all the same', async (_, mood) => {
    const stub = await bed.deploy('Stubborn', mood)
    await bed.tell('Stubborn', stub, 'mint', [alice, 1_000n * unit])
    const { resets, left, batch } = await taken([
      allow(stub, bed.places.shop, BigInt(900 + mood) * unit),
      pull(stub),
    ])
    expect(resets).toEqual([])
    expect(left).toEqual([`0x${(BigInt(800 + mood) * unit).toString(16)}`])
    expect(batch.locks).toHaveLength(2)
  })
})

test('one that turned and cannot be taken back stops the batch, and its page names it', async () => {
  const stub = await bed.deploy('Stubborn', 0)
  const { shop } = bed.places
  await bed.tell('Stubborn', stub, 'mint', [alice, 1_000n * unit])
  const { batch } = await taken([allow(stub, shop, 900n * unit), pull(stub)])
  await bed.tell('Stubborn', stub, 'setMood', [1])
  const state = await mined(batch.key)
  expect(callsStatus(batch, state).status).toBe(500)
  const [transaction] = state.transactions
  expect(transaction && (await stopOf(batch, transaction))).toEqual({
    reset: { standard: 'ERC20', token: getAddress(stub), spender: getAddress(shop) },
  })
})

test('a reset that would give something else away is left out', async () => {
  const hybrid = await bed.deploy('Hybrid')
  await bed.tell('Hybrid', hybrid, 'mint', [alice, 1_000n * unit])
  const { resets, left } = await taken([allow(hybrid, bed.places.shop, 500n * unit), pull(hybrid)])
  expect(resets).toEqual([])
  expect(left).toEqual([`0x${(400n * unit).toString(16)}`])
})
