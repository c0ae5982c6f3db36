import { numberToHex, serializeTransaction } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { append, stateOf } from '@/lib/batch/journal'
import { journal } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { delegation, executor } from '@/lib/delegate/executor'
import { alice, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { did, storeBatch } from './batches'
import { openChain } from './fakeChain'
import { low, revoking, start, types } from './runnerHarness'

beforeEach(emptyDatabase)

const plenty = { fees: low, ceiling: '0xffffffffff' } as const

describe('a revocation by a device that does not sign for the code', () => {
  const revoked = async () => {
    const place = openChain()
    place.chain.code = { pending: delegation(executor) }
    const { runner, chain } = start(place)
    chain.answers = {}
    const batch = await storeBatch(revoking)
    await runner.advance()
    const device = {
      address: alice,
      index: 0,
      name: 'L',
      source: 'ledger',
      devicePath: 'm/0',
    } as const
    await journal.accounts.add(device)
    return { chain, runner, batch }
  }

  test('cannot be cancelled, and goes on', async () => {
    const { runner, batch } = await revoked()
    expect(await runner.price(batch.key, 'cancel')).toBe('unlisted')
    expect(await runner.cancel(batch.key, plenty)).toBe('unlisted')
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  })

  test('can be sped up', async () => {
    const { runner, batch } = await revoked()
    expect(await runner.price(batch.key, 'same')).toHaveProperty('ceiling')
  })

  test('can be stopped as long as nothing is signed', async () => {
    const { chain, runner, batch } = await revoked()
    const second = await storeBatch(revoking)
    expect(await runner.price(second.key, 'cancel')).toBe('too late')
    expect(await runner.cancel(second.key)).toBe('done')
    expect((await stateOf(second.key)).stopped).toBe('user')
    expect((await stateOf(batch.key)).stopped).toBeUndefined()
    expect(chain.signatures).toBe(1)
  })
})

describe('a transaction whose lock holds the coin', () => {
  /** One that was signed at a fee which leaves the lock room for so many percent more. */
  const locked = async (percent: bigint) => {
    const { chain, runner } = start()
    const fee = 1_000_000n
    const fees = { maxFeePerGas: numberToHex(fee), maxPriorityFeePerGas: '0x1' } as const
    const own = await storeBatch({ mode: 'one', fees })
    await runner.advance()
    const [one] = (await stateOf(own.key)).transactions
    if (!one) throw new Error('nothing was signed')
    const approved = (fee * (100n + percent)) / 200n
    const batch = await storeBatch({
      mode: 'atomic',
      fees: { maxFeePerGas: numberToHex(approved), maxPriorityFeePerGas: '0x1' },
      locks: [{ to: stranger, value: '0x1', data: '0x' }],
      checkers: [],
    })
    const { nonce, raw, hash } = one
    await journal.signatures.clear()
    const event = did.signed('0', 0, { nonce, raw, hash, deadline: 2_000_000 })
    await append(batch.key, [event, { type: 'sent', hash }], chain.now)
    return { runner, batch }
  }

  test('is sped up while that has room for a dearer one', async () => {
    const { runner, batch } = await locked(13n)
    expect(await runner.price(batch.key, 'same')).toHaveProperty('ceiling')
  })

  test('is not sped up once it has none, and can still be cancelled', async () => {
    const { runner, batch } = await locked(12n)
    expect(await runner.price(batch.key, 'same')).toBe('no room')
    expect(await runner.price(batch.key, 'cancel')).toHaveProperty('ceiling')
  })
})

describe('cancelling above a gap', () => {
  const behind: Event = { type: 'behind', missing: [5], isWaiting: false, isGap: true }
  const raw = serializeTransaction({ type: 'eip1559', chainId: 31337, nonce: 6, gas: 21_000n })
  const above = [did.signed('0', 0, { nonce: 6, raw }), did.sent('0')]
  const cancelled = did.signed('cancel', 0, { kind: 'cancel', nonce: 6 })

  const gapped = async (...events: Event[]) => {
    const place = start()
    const batch = await storeBatch({ mode: 'one' })
    await append(batch.key, [...above, ...events, behind], place.chain.now)
    return { ...place, batch }
  }

  test('what is cancelled already leaves the gap to be filled, at a price', async () => {
    const { chain, runner, batch } = await gapped(did.stopped(), cancelled, did.sent('cancel'))
    expect(await runner.cancel(batch.key)).toBe('no price')
    expect(chain.signatures).toBe(0)
    expect(await runner.cancel(batch.key, plenty)).toBe('done')
    expect(chain.signatures).toBe(1)
    expect((await stateOf(batch.key)).transactions).toHaveLength(2)
  })

  test('one nonce and one transaction are two to pay for', async () => {
    const { runner, batch } = await gapped()
    expect(await runner.price(batch.key, 'cancel')).toHaveProperty('ceiling')
  })

  test('a gap that is only suspected is not filled', async () => {
    const { chain, runner, batch } = await gapped(did.stopped(), cancelled, did.sent('cancel'))
    await append(
      batch.key,
      [{ type: 'behind', missing: [5], isWaiting: true, isGap: false }],
      chain.now,
    )
    expect(await runner.cancel(batch.key, plenty)).toBe('done')
    expect(chain.signatures).toBe(0)
  })
})
