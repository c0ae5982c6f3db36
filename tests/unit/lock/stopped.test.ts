import { parseTransaction, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callsStatus } from '@/lib/batch/status'
import { eventsOf, stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import type { Batch } from '@/lib/db'
import { leastsOf } from '@/lib/lock/check'
import { stopOf } from '@/lib/lock/stopped'
import { request } from '@/lib/network/node'
import { suggestFees } from '@/lib/network/fees'
import { simulateBatch } from '@/lib/simulate/lookAgain'
import { newWorld, nothingChanged } from '../../harness/world'
import { rpc } from '../../chain/rpc'
import { approve, chainId, openBed, unit, type Bed } from '../../lock/bed'
import { shapes } from '../../lock/shapes'

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

const open = async () => {
  const { batch } = await approve(shapes[0]?.calls(bed) ?? [])
  const world = newWorld(request)
  return { batch, world, runner: createRunner(world, suggestFees) }
}

const cut = (thousandths: number) =>
  bed.tell('Shop', bed.places.shop, 'setCut', [thousandths, 0, 0n])

/** Signs, sends and mines a batch, and looks at what came of it. */
const run = async ({ batch, runner }: Awaited<ReturnType<typeof open>>) => {
  await runner.advance(chainId)
  await rpc(bed.url, 'anvil_mine', ['0x2'])
  await runner.look(chainId)
  const state = await stateOf(batch.key)
  return { state, status: callsStatus(batch, state) }
}

const least = ({ locks = [] }: Batch) =>
  locks
    .flatMap(leastsOf)
    .find(({ token }) => token.toLowerCase() === bed.places.token.toLowerCase())?.least

test('a locked batch that comes out as shown is to its site as any other', async () => {
  const place = await open()
  const { status } = await run(place)
  expect(status).toMatchObject({ status: 200, atomic: true })
  const [receipt] = status.receipts ?? []
  // Those of the approval, and of both transfers: a lock writes none.
  expect(receipt?.logs).toHaveLength(3)
  expect(place.batch.calls).toHaveLength(2)
})

test('one that was stopped fails as a whole, and its page names the condition', async () => {
  const place = await open()
  await cut(500)
  const { state, status } = await run(place)
  expect(status.status).toBe(500)
  const [transaction] = state.transactions
  if (!transaction) throw new Error('nothing was signed')
  expect(least(place.batch)).toBe(10_000n * unit + 199n * unit)
  expect(await stopOf(place.batch, transaction)).toEqual({
    token: expect.stringMatching(new RegExp(bed.places.token, 'i')) as string,
    least: `0x${(10_199n * unit).toString(16)}`,
    would: `0x${(10_100n * unit).toString(16)}`,
  })
})

test('stopped in the block itself, what would have been is not told', async () => {
  const place = await open()
  await place.runner.advance(chainId)
  await bed.tell('Shop', bed.places.shop, 'setCut', [500, 0, 0n], 10n ** 12n)
  const { state, status } = await run(place)
  expect(status.status).toBe(500)
  const [transaction] = state.transactions
  if (!transaction) throw new Error('nothing was signed')
  const stop = await stopOf(place.batch, transaction)
  expect(stop).toHaveProperty('least', `0x${(10_199n * unit).toString(16)}`)
  expect(stop).not.toHaveProperty('would')
})

test('the deadline is that of signing, stays with a faster one, and then only Cancel is left', async () => {
  const place = await open()
  const { batch, runner, world } = place
  await runner.advance(chainId)
  const dataOf = (raw: Hex | undefined) => raw && parseTransaction(raw).data
  const { transactions } = await stateOf(batch.key)
  const [first] = transactions
  expect(Math.abs((first?.deadline ?? 0) - world.now() / 1000 - 600)).toBeLessThan(60)
  const price = {
    fees: await suggestFees(chainId),
    ceiling: `0x${(10n ** 20n).toString(16)}`,
  } as const
  await world.wait(120_000)
  const { key, expected } = batch
  if (typeof expected !== 'object') throw new Error('nothing was accepted')
  const { changes, allowances, payees = [] } = expected
  world.simulate = () => Promise.resolve({ ...nothingChanged, changes, allowances, payees })
  expect(await runner.speedUp(key, first?.hash ?? '0x', price)).toBe('done')
  const [, second] = (await stateOf(batch.key)).transactions
  expect(second?.deadline).toBe(first?.deadline)
  expect(dataOf(second?.raw)).toBe(dataOf(first?.raw))
  await world.wait(600_000)
  expect(await runner.speedUp(batch.key, second?.hash ?? '0x', price)).toBe('too late')
  expect(await runner.cancel(batch.key, price)).toBe('done')
  const signed = (await eventsOf(batch.key)).filter(({ type }) => type === 'signed')
  expect(signed.at(-1)).not.toHaveProperty('deadline')
})

test('a dearer twin whose fee takes what the coin’s lock holds is said to fail, and would', async () => {
  // Where the tip is nearly the whole price, a bump of it is above the ceiling that was approved.
  await rpc(bed.url, 'anvil_setNextBlockBaseFeePerGas', ['0x64'])
  await rpc(bed.url, 'anvil_mine', ['0x1'])
  const place = await open()
  const { batch, runner, world } = place
  world.simulate = simulateBatch
  await runner.advance(chainId)
  const [first] = (await stateOf(batch.key)).transactions
  const price = await runner.price(batch.key, 'same')
  if (!first || price === 'too late') throw new Error('nothing is out')
  // The floor of the coin leaves room for the fee that was approved, and no bump is within it.
  expect(price.changed).toEqual([{ kind: 'verdict', was: 'succeeds', is: 'fails', failing: null }])
  const { fees, ceiling } = price
  expect(await runner.speedUp(batch.key, first.hash, { fees, ceiling })).toBe('changed')
  expect(await runner.speedUp(batch.key, first.hash, price)).toBe('done')
  await rpc(bed.url, 'anvil_mine', ['0x2'])
  await runner.look(chainId)
  const state = await stateOf(batch.key)
  expect(callsStatus(batch, state).status).toBe(500)
})
