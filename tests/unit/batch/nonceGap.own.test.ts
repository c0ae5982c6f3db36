import { beforeEach, describe, expect, test } from 'vitest'
import { append, stateOf } from '@/lib/batch/journal'
import { gapEvents, missingNonces, waitingBelow } from '@/lib/batch/nonceGap'
import type { Event } from '@/lib/db/batchEvent'
import { bob } from '../accounts'
import { emptyDatabase } from '../database'
import { openAbove, putFloor, storeBeside } from './aboveGap'
import { did, storeBatch } from './batches'

beforeEach(emptyDatabase)

const { signed, sent, sealed } = did

/** A user operation whose authorization has nonce 6, where it upgrades. */
const operation = (upgrade: boolean): Event => {
  const event = did.operation('paid')
  if (event.type !== 'operation') throw new Error('it is no operation')
  return { ...event, nonce: 6, upgrade }
}

describe('the nonces that a batch waits for', () => {
  test('are those from the account’s count up to its own that nothing of the wallet has', async () => {
    const { world, batch, state } = await openAbove()
    expect(await missingNonces(world, batch, state)).toEqual([5, 6, 7])
    await storeBeside([signed('beside', 0, { nonce: 6 })])
    expect(await missingNonces(world, batch, state)).toEqual([5, 7])
  })

  test('are named sixteen at a time, the lowest first', async () => {
    const { world, batch, state, counts } = await openAbove(signed('more', 0, { nonce: 40 }))
    counts.latest = '0x15'
    const missing = await missingNonces(world, batch, state)
    expect(missing).toEqual(Array.from({ length: 16 }, (_, at) => 21 + at))
  })

  test('are those below the lowest of its open transactions', async () => {
    const { world, batch, state } = await openAbove(signed('next', 1, { nonce: 10 }))
    expect(await missingNonces(world, batch, state)).toEqual([5, 6, 7])
    expect(await gapEvents(world, batch, state)).toMatchObject([{ missing: [5, 6, 7] }])
  })

  test('are also those that another account, or another chain, has', async () => {
    const { world, batch, state } = await openAbove()
    await storeBeside([signed('beside', 0, { nonce: 6 })], { from: bob })
    await storeBeside([signed('far', 0, { nonce: 7 })], { chainId: 8453 })
    expect(await missingNonces(world, batch, state)).toEqual([5, 6, 7])
    expect(await gapEvents(world, batch, state)).toMatchObject([{ missing: [5, 6, 7] }])
    expect(await waitingBelow(batch, { nonce: 8, count: 5 })).toMatchObject([
      { missing: [5, 6, 7] },
    ])
  })

  test('are not the one that a batch was approved to fill', async () => {
    const { world, batch, state } = await openAbove()
    await storeBatch({ mode: 'one', nonce: 5 })
    expect(await missingNonces(world, batch, state)).toEqual([6, 7])
  })

  test('are none for a user operation alone, and no node is asked', async () => {
    const { world, asked } = await openAbove()
    const paid = await storeBeside([operation(true), sent('paid')])
    const state = await stateOf(paid.key)
    expect(await missingNonces(world, paid, state)).toEqual([])
    expect(await gapEvents(world, paid, state)).toEqual([])
    expect(asked).toEqual([])
  })
})

describe('the nonces of the wallet itself', () => {
  const cancel = signed('cancel', 0, { kind: 'cancel', nonce: 8 })

  test.each<[string, Event[], number[]]>([
    ['have that of an operation’s authorization', [operation(true)], [5, 7]],
    ['have none of an operation that has no authorization', [operation(false)], [5, 6, 7]],
    ['have none of an operation that was cancelled', [operation(true), cancel], [5, 6, 7]],
    ['have two of an upgrade', [signed('up', 0, { nonce: 5, upgrade: true })], [7]],
    [
      'have two of an upgrade that ran',
      [signed('up', 0, { nonce: 5, upgrade: true }), sealed('up')],
      [7],
    ],
    [
      'have one of an upgrade whose authorization was skipped',
      [signed('up', 0, { nonce: 5, upgrade: true }), sealed('up', {}, false)],
      [6, 7],
    ],
    [
      'have one of an upgrade of which nobody knows if it ran',
      [signed('up', 0, { nonce: 5, upgrade: true }), sealed('up', {}, null)],
      [6, 7],
    ],
    ['have one of a call that is no upgrade', [signed('up', 0, { nonce: 5 })], [6, 7]],
  ])('%s', async (_, events, missing) => {
    const { world, batch, state } = await openAbove()
    await storeBeside(events)
    expect(await missingNonces(world, batch, state)).toEqual(missing)
  })

  test('have that of an operation’s authorization though another call was cancelled', async () => {
    const { world, batch, state } = await openAbove()
    const other = signed('cancel', 1, { kind: 'cancel', nonce: 8 })
    await storeBeside([operation(true), other], { mode: 'sequence' })
    expect(await missingNonces(world, batch, state)).toEqual([5, 7])
  })
})

describe('below a nonce that is about to be signed', () => {
  test('waits what no batch has, from the count that was read', async () => {
    const { batch } = await openAbove()
    expect(await waitingBelow(batch, { nonce: 8, count: 6 })).toEqual([
      { type: 'behind', missing: [6, 7], isWaiting: true, isGap: false },
    ])
  })

  test('waits nothing that sealed blocks have shown as used', async () => {
    const { batch } = await openAbove()
    await putFloor(batch, 7)
    expect(await waitingBelow(batch, { nonce: 8, count: 5 })).toMatchObject([{ missing: [7] }])
    await putFloor(batch, 8)
    expect(await waitingBelow(batch, { nonce: 8, count: 5 })).toEqual([])
  })

  test('nothing is known to wait where no node told a count', async () => {
    const { batch } = await openAbove()
    expect(await waitingBelow(batch, { nonce: 8 })).toEqual([])
  })

  test('nothing waits of a batch that is live here', async () => {
    const { batch, chain } = await openAbove()
    const beside = await storeBeside([signed('beside', 0, { nonce: 7 })])
    expect(await waitingBelow(batch, { nonce: 8, count: 7 })).toEqual([])
    await append(beside.key, [{ type: 'stopped', reason: 'givenUp' }], chain.now)
    expect(await waitingBelow(batch, { nonce: 8, count: 7 })).toMatchObject([{ missing: [7] }])
  })
})
