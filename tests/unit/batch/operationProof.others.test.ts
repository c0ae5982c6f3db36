import type { Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { stateOf } from '@/lib/batch/journal'
import { isShared, isWitness } from '@/lib/batch/operationProof'
import type { Event } from '@/lib/db/batchEvent'
import { bob } from '../accounts'
import { emptyDatabase } from '../database'
import { did } from './batches'
import {
  cancelledIn,
  cancels,
  lapsedIn,
  operatedAt,
  replacedBy,
  storeOperated,
} from './cancelledOperations'

beforeEach(emptyDatabase)

/** Asks of a batch what it is to another one. */
const ask = async (is: typeof isShared, events: readonly Event[]) => {
  const batch = await storeOperated(events)
  return is(batch, await stateOf(batch.key))
}

const others = (nonce: Hex, ...events: Event[]) =>
  storeOperated([operatedAt('first', nonce), ...events])

describe('a cancellation would end another batch’s operation', () => {
  test.each<[Hex, boolean]>([
    ['0x6', false],
    ['0x7', true],
    ['0x8', true],
    ['0x9', true],
  ])('at its own nonce 7 or a later one: %s', async (nonce, is) => {
    await others(nonce)
    expect(await ask(isShared, [operatedAt('own', '0x7')])).toBe(is)
  })

  test('by one of the batch’s operations, where these have different nonces', async () => {
    await others('0x7')
    const own = [operatedAt('own', '0x6'), operatedAt('again', '0x8')]
    expect(await ask(isShared, own)).toBe(true)
  })

  test('not where the batch is alone', async () => {
    expect(await ask(isShared, [operatedAt('own', '0x7')])).toBe(false)
  })

  test('not where the other one’s time is over', async () => {
    await others('0x7', lapsedIn(150))
    expect(await ask(isShared, [operatedAt('own', '0x7')])).toBe(false)
  })

  test('not where the other one is in a block, or provably cannot be', async () => {
    await others('0x7', did.sealed('first'))
    await storeOperated([operatedAt('second', '0x7'), replacedBy('burn')])
    expect(await ask(isShared, [operatedAt('own', '0x7')])).toBe(false)
  })

  test('not by what the batch has signed beside its operation', async () => {
    await others('0x7')
    expect(await ask(isShared, [operatedAt('own', '0x8'), cancels()])).toBe(false)
  })

  test('not where the other one is another account’s', async () => {
    await storeOperated([operatedAt('first', '0x7')], { from: bob })
    expect(await ask(isShared, [operatedAt('own', '0x7')])).toBe(false)
  })
})

describe('a cancellation may prove what became of another batch’s operation', () => {
  const own = [operatedAt('own', '0x7'), ...cancelledIn(140)]

  test.each<[Hex, boolean]>([
    ['0x0', false],
    ['0x6', false],
    ['0x7', true],
    ['0x8', true],
    ['0x9', false],
  ])('at its own nonce 7 or the next one: %s', async (nonce, is) => {
    await others(nonce)
    expect(await ask(isWitness, own)).toBe(is)
  })

  test('also if the other one’s time is over, as it may still use its nonce', async () => {
    await others('0x7', lapsedIn(150))
    expect(await ask(isWitness, own)).toBe(true)
  })

  test('not before a block has the cancellation', async () => {
    await others('0x7')
    expect(await ask(isWitness, [operatedAt('own', '0x7'), cancels()])).toBe(false)
  })

  test('once a block has one of several', async () => {
    await others('0x7')
    expect(await ask(isWitness, [...own, cancels('dearer')])).toBe(true)
  })

  test('not where the batch is alone', async () => {
    expect(await ask(isWitness, own)).toBe(false)
  })
})
