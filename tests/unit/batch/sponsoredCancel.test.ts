import { parseTransaction } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { append, batchOf, stateOf } from '@/lib/batch/journal'
import { missingNonces } from '@/lib/batch/nonceGap'
import { createRunner } from '@/lib/batch/runner'
import type { Event } from '@/lib/db/batchEvent'
import { toError } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'
import { operation } from '../sponsor/operations'
import { did, hashOf, storeBatch } from './batches'
import { cancel, fees, lookOn, low, speedUp } from './runnerHarness'
import { operated, sponsored } from './sponsoredBatches'
import { openEntryPoint } from './sponsoredChain'

beforeEach(emptyDatabase)

const open = () => {
  const place = openEntryPoint()
  return { ...place, runner: createRunner(place.world, fees) }
}

/** Stores a batch that somebody else pays for, with its operation and what has happened to it. */
const signed = async (name: string, upgrade = false, ...events: Event[]) => {
  const { key } = await storeBatch(sponsored)
  await append(key, [operated(name, { upgrade }), ...events], 1_100_000)
  return key
}

const lapsed = (name: string): Event => ({ type: 'lapsed', hash: hashOf(name), block: 150 })

const noncesOf = ({ chain }: Pick<ReturnType<typeof open>, 'chain'>) =>
  chain.sent.map((raw) => parseTransaction(raw).nonce)

describe('what cancels an operation is signed', () => {
  test('at the nonce of its authorization, which is worth nothing then', async () => {
    const place = open()
    const key = await signed('first', true)
    expect(await cancel(place.runner, key)).toBe('done')
    expect(noncesOf(place)).toEqual([5])
  })

  test('after a transaction of the account that the node’s pool does not show', async () => {
    const place = open()
    const other = await storeBatch({ mode: 'one' })
    await append(other.key, [did.signed('0', 0, { nonce: 5 }), did.sent('0')], 1_100_000)
    const key = await signed('first')
    expect(await cancel(place.runner, key)).toBe('done')
    expect(noncesOf(place)).toContain(6)
    const { transactions } = await stateOf(key)
    expect(transactions.at(-1)).toMatchObject({ kind: 'cancel', nonce: 6 })
  })

  test('at no nonce that a sealed block has used, though a node lags', async () => {
    const place = open()
    const other = await storeBatch({ mode: 'one' })
    const events = [did.signed('0', 0, { nonce: 8 }), did.sealed('0'), did.final]
    await append(other.key, events, 1_100_000)
    expect(await cancel(place.runner, await signed('first'))).toBe('done')
    expect(noncesOf(place)).toEqual([9])
  })

  test('anew, where the authorization alone used its nonce', async () => {
    const place = open()
    const key = await signed('first', true)
    await cancel(place.runner, key)
    place.chain.count = 6
    await lookOn(place)
    expect((await stateOf(key)).transactions.at(-1)?.isSpent).toBe(true)
    expect(await speedUp(place.runner, key)).toBe('done')
    expect(noncesOf(place).at(-1)).toBe(6)
    const { isSpent } = (await stateOf(key)).transactions.at(-1) ?? {}
    expect(isSpent).toBeUndefined()
  })
})

test('a cancellation above the nonce of an authorization that nobody used can be helped by filling that', async () => {
  const { world } = open()
  const key = await signed('first', true, did.signed('burn', 0, { kind: 'cancel', nonce: 6 }))
  expect(await missingNonces(world, await batchOf(key), await stateOf(key))).toEqual([5])
})

describe('a cancellation that no node took, of an operation that can run no more,', () => {
  /** An account without coin has cancelled in vain, and then the time of its operation was over. */
  const openRefused = async () => {
    const place = open()
    const { chain, runner } = place
    const key = await signed('first', true)
    const { answers } = chain
    const poor = () => {
      throw toError({ code: -32000, message: 'insufficient funds for gas * price + value' })
    }
    chain.answers = { ...answers, eth_sendRawTransaction: poor }
    expect(await cancel(runner, key)).toBe('done')
    chain.answers = answers
    await append(key, [lapsed('first')], 1_100_000)
    chain.now += 60_000
    return { ...place, key }
  }

  test('holds up nobody, and is sent to nobody: it would cancel the next one', async () => {
    const { runner, chain, key } = await openRefused()
    const next = await storeBatch({ mode: 'one' })
    await runner.step()
    await runner.look(31337)
    expect(noncesOf({ chain })).toEqual([5])
    expect((await stateOf(next.key)).transactions).toMatchObject([{ nonce: 5, sent: true }])
    expect((await stateOf(key)).transactions.at(-1)).toMatchObject({ sent: false })
  })

  test('is signed again behind what has gone on with its nonce', async () => {
    const { runner, chain, key } = await openRefused()
    await storeBatch({ mode: 'one' })
    await runner.step()
    expect(await speedUp(runner, key)).toBe('done')
    expect(noncesOf({ chain })).toEqual([5, 6])
  })
})

describe('an operation whose nonce a newer one has, too,', () => {
  test('is not cancelled, as that would end the newer one', async () => {
    const { chain, runner } = open()
    const first = await signed('first', false, lapsed('first'))
    await signed('second')
    expect(await runner.price(first, 'cancel')).toBe('shared')
    expect(await runner.cancel(first, { fees: low, ceiling: '0xffffffff' })).toBe('shared')
    expect(chain).toMatchObject({ signatures: 0, sent: [] })
  })

  test('does not keep the newer one from being cancelled', async () => {
    const { runner } = open()
    await signed('first', false, lapsed('first'))
    expect(await cancel(runner, await signed('second'))).toBe('done')
  })

  test('is cancelled once the newer one can run no more either', async () => {
    const { runner } = open()
    const first = await signed('first', false, lapsed('first'))
    await signed('second', false, lapsed('second'))
    expect(await cancel(runner, first)).toBe('done')
  })

  test('is not cancelled either where the newer one has the next nonce, as its own is used', async () => {
    const { runner, chain } = open()
    const first = await signed('first', false, { type: 'overtaken', index: 0, hasHistory: true })
    const { key } = await storeBatch(sponsored)
    const next = { ...operation, nonce: '0x8' as const, signature: '0x12' as const }
    await append(key, [operated('second', { signed: next })], 1_100_000)
    expect(await runner.price(first, 'cancel')).toBe('shared')
    expect(await runner.cancel(first, { fees: low, ceiling: '0xffffffff' })).toBe('shared')
    expect(chain).toMatchObject({ signatures: 0, sent: [] })
    expect(await cancel(runner, key)).toBe('done')
  })

  test('has its spent cancellation not sped up', async () => {
    const place = open()
    const { runner, chain } = place
    const first = await signed('first', true, lapsed('first'))
    await cancel(runner, first)
    chain.count = 6
    await lookOn(place)
    await signed('second')
    expect(await runner.price(first, 'same')).toBe('shared')
    expect(await speedUp(runner, first)).toBe('shared')
    expect(chain.signatures).toBe(1)
  })
})
