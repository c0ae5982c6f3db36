import type { Hash } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { append, stateOf } from '@/lib/batch/journal'
import { nonceFloor } from '@/lib/batch/usedNonces'
import type { DeviceSigning } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { emptyDatabase } from '../database'
import { putFloor } from './aboveGap'
import { did, genesis, hashOf, storeBatch } from './batches'
import { openChain } from './fakeChain'
import { cancel, fill, low, out, priceOn, speedUp, start, types } from './runnerHarness'

beforeEach(emptyDatabase)

const plenty = { fees: low, ceiling: '0xffffffffff' } as const

describe('what the user refused on a device', () => {
  const refusing = async (change: Partial<DeviceSigning> = {}) => {
    const place = start()
    const batch = await storeBatch({ mode: 'one' })
    const { key, from, chainId } = batch
    const row: DeviceSigning = {
      id: 'id',
      key,
      from,
      chainId,
      nonce: 5,
      kind: 'next',
      unsigned: '0x02',
      createdAt: batch.createdAt,
    }
    place.world.asked = () => Promise.resolve({ ...row, ...change })
    return { ...place, batch }
  }

  test('ends the batch', async () => {
    const { chain, runner, batch } = await refusing()
    expect(await runner.refuse(batch.key, 'id')).toBe('done')
    expect((await stateOf(batch.key)).stopped).toBe('user')
    expect(chain.signatures).toBe(0)
  })

  test.each<[string, string, Partial<DeviceSigning>, Event[]]>([
    ['the device is asked for something else by now', 'older', {}, []],
    ['the device has signed it', 'id', { signature: '0x12' }, []],
    ['something of the batch is signed', 'id', {}, [did.signed('0'), did.sent('0')]],
  ])('ends nothing where %s', async (_, id, change, events) => {
    const { chain, runner, batch } = await refusing(change)
    if (events.length > 0) await append(batch.key, events, chain.now)
    expect(await runner.refuse(batch.key, id)).toBe('late')
    expect((await stateOf(batch.key)).stopped).toBeUndefined()
  })

  test('ends nothing where no device is asked', async () => {
    const { runner } = start()
    const batch = await storeBatch({ mode: 'one' })
    expect(await runner.refuse(batch.key, 'id')).toBe('late')
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  })

  test('lets the next batch of the account go on at once', async () => {
    const { runner, world, batch } = await refusing()
    const next = await storeBatch({ mode: 'one' })
    const { asked } = world
    world.asked = (key) => (key === batch.key && asked ? asked(key) : Promise.resolve(undefined))
    await runner.refuse(batch.key, 'id')
    expect(await types(next)).toEqual(['approved', 'signed', 'sent'])
  })
})

describe('the price of speeding up', () => {
  /** A batch whose transaction has locks that hold for another second. */
  const locked = async () => {
    const place = start()
    const batch = await storeBatch({ mode: 'one' })
    const deadline = place.chain.now / 1000 + 1
    await place.runner.advance()
    const [one] = (await stateOf(batch.key)).transactions
    if (!one) throw new Error('nothing was signed')
    const { nonce, raw } = one
    const event = did.signed('with locks', 0, { nonce, raw, deadline })
    await append(batch.key, [event, did.sent('with locks')], place.chain.now)
    return { ...place, batch }
  }

  test('is told until the deadline of its locks, and of a cancellation also after it', async () => {
    const { chain, runner, batch } = await locked()
    chain.now += 999
    expect(await runner.price(batch.key, 'same')).toHaveProperty('ceiling')
    chain.now += 1
    expect(await runner.price(batch.key, 'same')).toBe('too late')
    expect(await runner.price(batch.key, 'cancel')).toHaveProperty('ceiling')
  })

  test('comes with a look at the outcome, that of a cancellation without', async () => {
    const { chain, runner, batch } = await out({ mode: 'one', expected: 'succeeds' })
    chain.verdict = 'fails'
    const offer = await runner.price(batch.key, 'same')
    expect(offer).toMatchObject({ fees: low, changed: [{ kind: 'verdict', is: 'fails' }] })
    expect(offer).toHaveProperty('seen')
    expect(chain.bumps).toHaveLength(1)
    expect(await runner.price(batch.key, 'cancel')).not.toHaveProperty('seen')
    expect(chain.bumps).toHaveLength(1)
  })

  test.each(['same', 'cancel', 'fill'] as const)(
    'is none where nothing is out (%s)',
    async (by) => {
      const { runner } = start()
      const batch = await storeBatch({ mode: 'one' })
      expect(await runner.price(batch.key, by)).toBe('too late')
    },
  )
})

describe('speeding up', () => {
  test('sends the dearer one at once', async () => {
    const { chain, runner, batch } = await out()
    expect(await speedUp(runner, batch.key)).toBe('done')
    expect(chain.sent).toHaveLength(2)
    expect((await types(batch)).slice(-2)).toEqual(['signed', 'sent'])
  })

  test('of one that is not the newest any more changes nothing, and is done', async () => {
    const { chain, runner, batch } = await out()
    const hash: Hash = hashOf('older')
    expect(await runner.speedUp(batch.key, hash, plenty)).toBe('done')
    expect(chain.sent).toHaveLength(1)
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  })

  test('on a chain that was started anew is too late, and signs nothing', async () => {
    const { chain, runner, batch } = await out()
    const hash = (await stateOf(batch.key)).transactions[0]?.hash ?? '0x'
    chain.now += 1_000
    chain.genesis = hashOf('another')
    expect(await runner.speedUp(batch.key, hash, plenty)).toBe('too late')
    expect(chain.signatures).toBe(1)
  })

  test('takes no step where it came too late', async () => {
    const { chain, runner, batch } = await out()
    const waiting = await storeBatch({ mode: 'one' })
    await append(batch.key, [did.stopped('givenUp')], chain.now)
    const hash = (await stateOf(batch.key)).transactions[0]?.hash ?? '0x'
    expect(await runner.speedUp(batch.key, hash, plenty)).toBe('too late')
    expect(await types(waiting)).toEqual(['approved'])
  })
})

describe('cancelling', () => {
  test('without a price stops the batch, and signs nothing for what is out', async () => {
    const { chain, runner, batch } = await out({ mode: 'sequence' })
    expect(await runner.cancel(batch.key)).toBe('no price')
    expect((await types(batch)).slice(-1)).toEqual(['stopped'])
    expect(chain.signatures).toBe(1)
  })

  test('twice stops it once', async () => {
    const { runner, batch } = await out()
    await runner.cancel(batch.key)
    expect(await runner.cancel(batch.key, plenty)).toBe('done')
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent', 'stopped', 'signed', 'sent'])
  })

  test('on a chain that was started anew ends it as that, and signs nothing', async () => {
    const { chain, runner, batch } = await out()
    chain.now += 1_000
    chain.genesis = hashOf('another')
    expect(await cancel(runner, batch.key)).toBe('too late')
    expect((await stateOf(batch.key)).stopped).toBe('reset')
    expect(chain.signatures).toBe(1)
  })
})

/** A batch on a local chain whose page names the gap of nonce 5 below it. */
const gapped = async (...events: Event[]) => {
  const place = start(openChain())
  const batch = await storeBatch({ mode: 'one' })
  const behind: Event = { type: 'behind', missing: [5], isWaiting: false, isGap: true }
  const first = [did.signed('0', 0, { nonce: 6 }), did.sent('0')]
  await append(batch.key, [...first, ...events, behind], place.chain.now)
  return { ...place, batch }
}

describe('giving up a batch', () => {
  test('gives the nonces back that no RPC has used any more', async () => {
    const { runner, batch } = await gapped()
    await putFloor(batch, 6)
    expect(await runner.giveUp(batch.key)).toBe('done')
    expect((await stateOf(batch.key)).stopped).toBe('givenUp')
    expect(await nonceFloor(batch)).toBe(5)
  })

  test('keeps them where one RPC has used them', async () => {
    const { runner, world, batch } = await gapped()
    await putFloor(batch, 6)
    world.every = (_chain, _method, [, tag]) =>
      Promise.resolve([{ value: tag === 'finalized' ? '0x6' : '0x5' }])
    expect(await runner.giveUp(batch.key)).toBe('done')
    expect(await nonceFloor(batch)).toBe(6)
  })

  test('keeps them where nothing is missing any more', async () => {
    const { chain, runner, batch } = await gapped()
    chain.count = 6
    await putFloor(batch, 6)
    expect(await runner.giveUp(batch.key)).toBe('done')
    expect(await nonceFloor(batch)).toBe(6)
  })

  test('lets the next one go on at once', async () => {
    const { runner, batch } = await gapped()
    const next = await storeBatch({ mode: 'one' })
    await runner.giveUp(batch.key)
    expect(await types(next)).toEqual(['approved', 'signed', 'sent'])
  })

  test('is too late while something of it is in a block that is not sealed', async () => {
    const more = [did.signed('1', 1, { nonce: 4 }), did.included('1')]
    const { runner, batch } = await gapped()
    const other = await storeBatch({ genesis })
    const behind: Event = { type: 'behind', missing: [5], isWaiting: false, isGap: true }
    const first = [did.signed('2', 0, { nonce: 7 }), did.sent('2')]
    await append(other.key, [...more, ...first, behind], 1_100_000)
    expect(await runner.giveUp(other.key)).toBe('too late')
    expect((await stateOf(other.key)).stopped).toBeUndefined()
    expect(await runner.giveUp(batch.key)).toBe('done')
  })

  test('is too late where what is missing may yet come', async () => {
    const behind: Event = { type: 'behind', missing: [5], isWaiting: true, isGap: false }
    const { chain, runner, batch } = await gapped()
    await append(batch.key, [behind], chain.now)
    expect(await runner.giveUp(batch.key)).toBe('too late')
    expect((await stateOf(batch.key)).stopped).toBeUndefined()
  })
})

test('a gap on a chain that was started anew is not filled', async () => {
  const { chain, runner, batch } = await gapped()
  const price = await priceOn(runner, batch.key, 'fill')
  chain.now += 1_000
  chain.genesis = hashOf('another')
  expect(await runner.fill(batch.key, price ?? plenty)).toBe('too late')
  expect(chain.signatures).toBe(0)
})

test('a gap is filled and sent at once', async () => {
  const { chain, runner, batch } = await gapped()
  expect(await fill(runner, batch.key)).toBe('done')
  expect(chain.signatures).toBe(1)
})
