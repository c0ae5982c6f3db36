import { numberToHex, parseTransaction, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callsStatus } from '@/lib/batch/status'
import { eventsOf, stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import type { Batch } from '@/lib/db'
import { leastsOf } from '@/lib/lock/lockReading'
import { keptStop } from '@/lib/lock/stop'
import { request } from '@/lib/network/node'
import { highestFee } from '@/lib/network/feeOffer'
import { suggestFees } from '@/lib/network/fees'
import { simulateBatch } from '@/lib/simulate/lookAgain'
import { newWorld, nothingChanged } from '../../harness/world'
import { rpc } from '../../chain/rpc'
import { approve, chainId, openBed, unit, type Bed } from '../../lock/lockBed'
import { refusing } from '../../lock/refusing'
import { stopOf } from '../../lock/stop'
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

test.each([
  ['a trace', 'trace', []],
  ['a run at the parent block', 'run', ['debug_traceTransaction']],
])('what %s says stays when no node knows of it any more', async (_, by, untold) => {
  const place = await open()
  await cut(500)
  const { state, status } = await refusing(untold, () => run(place))
  const { failing, ...explained } = state.transactions[0]?.explained ?? {}
  expect(explained).toEqual({ by })
  expect(failing && keptStop(place.batch, failing)).toEqual({
    token: expect.stringMatching(new RegExp(bed.places.token, 'i')) as string,
    least: `0x${(10_199n * unit).toString(16)}`,
  })
  // The site hears of none of it.
  expect(status).toEqual({
    ...status,
    status: 500,
    receipts: [{ ...status.receipts?.[0], logs: [] }],
  })
})

test('one that comes too late says so, and where nobody can tell, nothing is made up', async () => {
  const place = await open()
  await place.runner.advance(chainId)
  await rpc(bed.url, 'evm_increaseTime', [3_600])
  const { state, status } = await run(place)
  expect(status.status).toBe(500)
  const [transaction] = state.transactions
  if (!transaction) throw new Error('nothing was signed')
  const find = () => stopOf(place.batch, transaction)
  expect(await find()).toEqual({ isLate: true })
  expect(await refusing(['debug_traceTransaction'], find)).toEqual({ isLate: true })
  expect(await refusing(['debug_traceTransaction', 'eth_call'], find)).toBeUndefined()
})

test.each([
  ['a trace tells', []],
  ['no trace tells', ['debug_traceTransaction']],
])('stopped in the block itself, what would have been is not told: %s', async (_, untraced) => {
  const place = await open()
  await place.runner.advance(chainId)
  await bed.tell('Shop', bed.places.shop, 'setCut', [500, 0, 0n], 10n ** 12n)
  const { state, status } = await run(place)
  expect(status.status).toBe(500)
  const [transaction] = state.transactions
  if (!transaction) throw new Error('nothing was signed')
  const stop = await refusing(untraced, () => stopOf(place.batch, transaction))
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

/** Opens a locked batch where the tip is nearly the whole price: a bump of it is above the ceiling that was approved. */
const openDear = async () => {
  await rpc(bed.url, 'anvil_setNextBlockBaseFeePerGas', ['0x64'])
  await rpc(bed.url, 'anvil_mine', ['0x1'])
  const place = await open()
  place.world.simulate = simulateBatch
  await place.runner.advance(chainId)
  const newest = async () => {
    const last = (await stateOf(place.batch.key)).transactions.at(-1)
    if (!last) throw new Error('nothing is out')
    return last
  }
  const { batch, runner } = place
  const bump = async () => {
    const price = await runner.price(batch.key, 'same')
    return typeof price === 'string'
      ? price
      : { price, done: await runner.speedUp(batch.key, (await newest()).hash, price) }
  }
  const mined = async () => {
    await rpc(bed.url, 'anvil_mine', ['0x2'])
    await runner.look(chainId)
    const state = await stateOf(batch.key)
    const hash = state.transactions.find(({ receipt }) => receipt !== undefined)?.hash
    return { hash, status: callsStatus(batch, state).status }
  }
  return { ...place, newest, bump, mined }
}

/** Lets the next block ask the whole of what a transaction offers for gas. */
const askAll = (raw: Hex) => {
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(raw)
  const baseFee = numberToHex(maxFeePerGas - maxPriorityFeePerGas)
  return rpc(bed.url, 'anvil_setNextBlockBaseFeePerGas', [baseFee])
}

test('a dearer twin that pays more than was approved is mined and runs', async () => {
  const { batch, bump, newest, mined } = await openDear()
  const bumped = await bump()
  expect(bumped).toMatchObject({ done: 'done', price: { changed: [] } })
  const { raw, hash } = await newest()
  expect(parseTransaction(raw).maxFeePerGas).toBeGreaterThan(highestFee(batch.fees))
  await askAll(raw)
  expect(await mined()).toEqual({ hash, status: 200 })
})

test('every price that Speed up can reach is within the coin’s lock; then it refuses', async () => {
  const { batch, bump, newest, mined, runner } = await openDear()
  let bumps = 0
  let last = await bump()
  for (; typeof last === 'object' && last.done === 'done'; last = await bump()) bumps++
  expect(last).toBe('no room')
  expect(bumps).toBe(5)
  const { raw, hash } = await newest()
  const price = { fees: batch.fees, ceiling: numberToHex(10n ** 20n) }
  expect(await runner.speedUp(batch.key, hash, price)).toBe('no room')
  await askAll(raw)
  expect(await mined()).toEqual({ hash, status: 200 })
})

test('fees that rose beyond the lock’s room are taken up to it; Cancel takes them whole', async () => {
  const { batch, runner, newest } = await openDear()
  const room = 2n * highestFee(batch.fees)
  await rpc(bed.url, 'anvil_setNextBlockBaseFeePerGas', [numberToHex(3n * room)])
  await rpc(bed.url, 'anvil_mine', ['0x1'])
  const price = await runner.price(batch.key, 'same')
  if (typeof price === 'string') throw new Error(price)
  expect(await runner.speedUp(batch.key, (await newest()).hash, price)).toBe('done')
  expect(parseTransaction((await newest()).raw).maxFeePerGas).toBe(room)
  expect(await runner.price(batch.key, 'same')).toBe('no room')
  const whole = await runner.price(batch.key, 'cancel')
  if (typeof whole === 'string') throw new Error(whole)
  expect(await runner.cancel(batch.key, whole)).toBe('done')
  expect(parseTransaction((await newest()).raw).maxFeePerGas).toBeGreaterThan(room)
})
