import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callsStatus } from '@/lib/batch/status'
import { stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import type { Call } from '@/lib/db'
import { suggestFees } from '@/lib/network/fees'
import { request } from '@/lib/network/node'
import { rpc } from '../../chain/rpc'
import { universalRouter as router } from '../../chain/router'
import { newWorld } from '../../harness/world'
import { approve, chainId, openBed, unit, type Bed } from '../../lock/lockBed'
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

const buy = (wei: bigint): Call =>
  bed.call('Shop', bed.places.shop, 'buy', [bed.places.token, 200n * unit], wei)

const run = async (key: string) => {
  const runner = createRunner(newWorld(request), suggestFees)
  await runner.advance(chainId)
  await rpc(bed.url, 'anvil_mine', ['0x2'])
  await runner.look(chainId)
  return stateOf(key)
}

describe('a single call that a site sends as a batch', () => {
  test.each([
    ['comes out as shown', 0, 200],
    ['is stopped where it does not', 500, 500],
  ])('is locked, and %s', async (_, cut, status) => {
    const { quote, batch } = await approve([buy(BigInt(1 + cut))], undefined, { isSingle: true })
    expect(quote).toMatchObject({ mode: 'atomic', modes: ['atomic'], upgrade: false })
    expect(batch).toMatchObject({ mode: 'atomic', calls: { length: 1 } })
    expect(batch.locks).toHaveLength(2)
    if (cut > 0) await bed.tell('Shop', bed.places.shop, 'setCut', [cut, 0, 0n])
    const seen = callsStatus(batch, await run(batch.key))
    expect(seen).toMatchObject({ status, atomic: true })
  })

  test.each<[string, () => Promise<unknown>, () => Call]>([
    ['pays without data', () => Promise.resolve(), () => ({ to: bob, value: '0x1', data: '0x' })],
    ['finds no router', () => rpc(bed.url, 'anvil_setCode', [router, '0x']), () => buy(3n)],
    [
      'is of an account that is not delegated',
      () => rpc(bed.url, 'anvil_setCode', [alice, '0x']),
      () => buy(4n),
    ],
  ])('runs as it is where it %s', async (_, change, call) => {
    await change()
    const { quote, batch } = await approve([call()], undefined, { isSingle: true })
    expect(quote.mode).toBe('one')
    expect(batch.locks).toBeUndefined()
  })

  test('runs as it is where the user wants no lock, which can be chosen again', async () => {
    const choice = { isSingle: true, isOff: true } as const
    const { quote } = await approve([buy(5n)], undefined, choice)
    expect(quote).toMatchObject({ mode: 'one', open: 'off' })
  })
})

test('a transaction that a site asks for is none of that', async () => {
  const { quote } = await approve([buy(6n)])
  expect(quote.mode).toBe('one')
})
