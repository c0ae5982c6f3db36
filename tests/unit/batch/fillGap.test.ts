import { beforeEach, expect, test } from 'vitest'
import { internalOrigin } from '@/lib/approvals/internalOrigin'
import { fillCost, fillGap } from '@/lib/batch/fillGap'
import { assertFrozen } from '@/lib/batch/freeze'
import { journal } from '@/lib/db'
import { alice } from '../accounts'
import { emptyDatabase } from '../database'
import { openAbove, putFloor } from './aboveGap'
import { genesis } from './batches'

beforeEach(emptyDatabase)

const fees = { maxFeePerGas: '0x3', maxPriorityFeePerGas: '0x1' } as const

const fill = async (missing: number[], ceiling: bigint, floor = 0) => {
  const place = await openAbove()
  if (floor > 0) await putFloor(place.batch, floor)
  const filled = fillGap(place.world, place.batch, missing, {
    fees,
    ceiling: `0x${ceiling.toString(16)}`,
  })
  const added = async () =>
    (await journal.batches.toArray()).filter(({ nonce }) => nonce !== undefined)
  return { ...place, filled, added }
}

test('filling costs 100,000 gas for each nonce at the highest fee', () => {
  expect(fillCost([], fees)).toBe(0n)
  expect(fillCost([5], fees)).toBe(300_000n)
  expect(fillCost([5, 6], { gasPrice: '0x2' })).toBe(400_000n)
})

test('each missing nonce gets an empty transaction of the account to itself', async () => {
  const { filled, added, world, batch } = await fill([5, 6], 600_000n)
  expect(await filled).toBe('done')
  const rows = (await added()).toSorted((one, other) => Number(one.nonce) - Number(other.nonce))
  expect(rows.map(({ nonce }) => nonce)).toEqual([5, 6])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(2)
  for (const row of rows) {
    assertFrozen(row)
    expect(row).toMatchObject({
      origin: internalOrigin,
      method: 'eth_sendTransaction',
      from: alice,
      chainId: batch.chainId,
      genesis,
      calls: [{ to: alice, value: '0x0', data: '0x' }],
      mode: 'one',
      upgrade: false,
      delegate: null,
      gas: ['0x186a0'],
      fees,
      createdAt: world.now(),
    })
  }
})

test('nothing missing is too late, and the floor stays', async () => {
  const { filled, added } = await fill([], 0n, 7)
  expect(await filled).toBe('too late')
  expect(await added()).toEqual([])
  expect((await journal.floors.toArray()).map(({ nonce }) => nonce)).toEqual([7])
})

test('what can cost one wei more than was agreed to is not filled', async () => {
  const { filled, added } = await fill([5, 6], 599_999n)
  await expect(filled).rejects.toThrow('filling the gap can cost more than was agreed to')
  expect(await added()).toEqual([])
})

test('the floor gives way to the lowest nonce where no RPC shows it as used', async () => {
  const { filled, added } = await fill([5, 6], 600_000n, 7)
  expect(await filled).toBe('done')
  expect(await added()).toHaveLength(2)
  expect((await journal.floors.toArray()).map(({ nonce }) => nonce)).toEqual([5])
})

test('a nonce that an RPC shows as used is not filled, and the floor stays', async () => {
  const place = await openAbove()
  await putFloor(place.batch, 7)
  place.counts.latest = '0x6'
  const filled = fillGap(place.world, place.batch, [5], { fees, ceiling: '0x493e0' })
  expect(await filled).toBe('used')
  expect((await journal.floors.toArray()).map(({ nonce }) => nonce)).toEqual([7])
  expect(await journal.batches.count()).toBe(1)
})
