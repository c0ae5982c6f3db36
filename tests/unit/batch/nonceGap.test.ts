import { numberToHex, parseTransaction, serializeTransaction } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { batchesAhead } from '@/lib/batch/lane'
import { append, livePlaces, stateOf } from '@/lib/batch/journal'
import { nonceFloor } from '@/lib/batch/usedNonces'
import { journal, type Batch } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { alice } from '../accounts'
import { emptyDatabase } from '../database'
import { did, genesis, hashOf, storeBatch } from './batches'
import { cancel, codeOf, fill, priceOn, speedUp, types } from './runnerHarness'
import { openPool } from './poolNode'

beforeEach(emptyDatabase)

const lane = { chainId: 31337, from: alice, genesis }

const behindOf = async ({ key }: Batch) => (await stateOf(key)).behind

/** A batch that is signed behind another wallet's transaction, which then vanishes. */
const gapped = async (many = 1) => {
  const place = openPool()
  place.foreign(many)
  const batch = await storeBatch({ mode: 'one' })
  await place.runner.advance()
  return { ...place, batch }
}

describe('a batch behind another wallet’s transactions', () => {
  test('says at once which wait', async () => {
    const { batch } = await gapped(2)
    expect(await types(batch)).toEqual(['approved', 'behind', 'signed', 'sent'])
    expect(await behindOf(batch)).toEqual({ missing: [5, 6], isWaiting: true, isGap: false })
  })

  test('says nothing where all below is its own', async () => {
    const { batch } = await gapped(0)
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  })

  test('says it no more once they are mined', async () => {
    const { batch, mine, pass } = await gapped()
    mine()
    await pass(1)
    expect(await behindOf(batch)).toBeUndefined()
    expect(await codeOf(batch)).toBe(200)
  })

  test('names the gap once nothing has happened for a minute', async () => {
    const { batch, chain, runner, vanish } = await gapped()
    vanish()
    chain.now += 59_000
    await runner.look(31337)
    expect(await behindOf(batch)).toMatchObject({ isGap: false })
    chain.now += 61_000
    await runner.look(31337)
    expect(await behindOf(batch)).toEqual({ missing: [5], isWaiting: false, isGap: true })
  })

  test('asks every RPC before it names one', async () => {
    const { batch, world, vanish, pass } = await gapped()
    vanish()
    world.every = () => Promise.resolve([{ value: '0x5' }, { value: '0x6' }])
    await pass()
    expect(await behindOf(batch)).toBeUndefined()
  })
})

/** A batch at nonce 7 above an upgrade at nonce 5, whose authorization takes nonce 6. */
const aboveUpgrade = async (...events: Event[]) => {
  const place = openPool()
  const rawAt = (nonce: number) =>
    serializeTransaction({ type: 'eip1559', chainId: 31337, nonce, gas: 21_000n })
  const upgrade = await storeBatch({ mode: 'atomic', upgrade: true })
  const at5 = did.signed('upgrade', 0, { nonce: 5, upgrade: true, raw: rawAt(5) })
  await append(upgrade.key, [at5, did.sent('upgrade'), ...events], place.chain.now)
  const batch = await storeBatch({ mode: 'one' })
  const at7 = did.signed('above', 0, { nonce: 7, raw: rawAt(7) })
  await append(batch.key, [at7, did.sent('above')], place.chain.now)
  return { ...place, batch }
}

describe('the nonce of an upgrade’s authorization', () => {
  test('is no gap while the upgrade is in no block', async () => {
    const { batch, pass } = await aboveUpgrade()
    await pass()
    expect(await behindOf(batch)).toBeUndefined()
  })

  test('is one where the chain skipped the authorization', async () => {
    const { batch, node, include, pass } = await aboveUpgrade(did.sealed('upgrade', {}, false))
    include(hashOf('upgrade'), { block: 10 })
    node.used = 6
    await pass()
    expect(await behindOf(batch)).toMatchObject({ missing: [6], isGap: true })
  })
})

describe('filling a gap', () => {
  test('signs empty transactions at the unused nonces, and the batch runs', async () => {
    const { batch, chain, runner, vanish, mine, pass } = await gapped(2)
    vanish()
    await pass()
    expect(await fill(runner, batch.key)).toBe('done')
    const filled = chain.sent.slice(-2).map((raw) => parseTransaction(raw))
    expect(filled.map(({ nonce }) => nonce).toSorted()).toEqual([5, 6])
    for (const one of filled) {
      expect(one).toMatchObject({ to: alice.toLowerCase() })
      expect(one.value).toBeUndefined()
      expect(one.data).toBeUndefined()
    }
    mine()
    await pass()
    expect(await codeOf(batch)).toBe(200)
    expect(await nonceFloor(lane)).toBe(8)
  })

  test.each([false, true])('twice fills once; while locked: %s', async (isLocked) => {
    const { batch, chain, runner, vanish, pass } = await gapped()
    vanish()
    await pass()
    chain.isLocked = isLocked
    await fill(runner, batch.key)
    expect(await fill(runner, batch.key)).toBe('too late')
    expect(await journal.batches.count()).toBe(2)
  })

  test('while locked waits for the unlock, in front of all others', async () => {
    const { batch, chain, runner, vanish, mine, pass } = await gapped()
    vanish()
    await pass()
    chain.isLocked = true
    expect(await fill(runner, batch.key)).toBe('done')
    const later = await storeBatch({ mode: 'one' })
    chain.isLocked = false
    await runner.advance()
    expect(await types(later)).toEqual(['approved'])
    mine()
    await pass()
    expect(await codeOf(batch)).toBe(200)
  })

  test('signs nothing at a nonce that was used meanwhile', async () => {
    const { batch, chain, runner, vanish, foreign, mine, pass } = await gapped()
    vanish()
    await pass()
    chain.isLocked = true
    await fill(runner, batch.key)
    foreign()
    mine()
    chain.isLocked = false
    await runner.advance()
    const filling = (await journal.batches.toArray()).find(({ nonce }) => nonce !== undefined)
    expect((await stateOf(filling?.key ?? '')).stopped).toBe('used')
    expect(chain.signatures).toBe(1)
  })

  test('cancelling fills from the lowest nonce', async () => {
    const { batch, runner, vanish, mine, pass } = await gapped()
    vanish()
    await pass()
    expect(await cancel(runner, batch.key)).toBe('done')
    mine()
    await pass()
    expect(await codeOf(batch)).toBe(400)
    expect(batchesAhead(await livePlaces(lane))).toEqual([])
  })
})

describe('what fills a gap costs no more than the page said', () => {
  /** A batch behind a gap of two nonces that its page names. */
  const named = async () => {
    const place = await gapped(2)
    place.vanish()
    await place.pass()
    place.chain.signatures = 0
    return place
  }

  test('by itself', async () => {
    const { batch, chain, runner } = await named()
    const price = await priceOn(runner, batch.key, 'fill')
    if (!price) throw new Error('nothing is missing')
    expect(BigInt(price.ceiling)).toBe(200_000n)
    const dear = { maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1' } as const
    for (const agreed of [
      { ...price, ceiling: numberToHex(199_999) },
      { ...price, fees: dear },
    ])
      await expect(runner.fill(batch.key, agreed)).rejects.toThrow('more than was agreed')
    expect(await journal.batches.count()).toBe(1)
    const higher = { fees: dear, ceiling: numberToHex(400_000) }
    expect(await runner.fill(batch.key, higher)).toBe('done')
    const filled = chain.sent.slice(-2).map((raw) => parseTransaction(raw))
    expect(filled.map(({ gas, maxFeePerGas }) => [gas, maxFeePerGas])).toEqual([
      [100_000n, 2n],
      [100_000n, 2n],
    ])
  })

  test('with the cancellation above it, and nothing is signed for less', async () => {
    const { batch, chain, runner } = await named()
    const price = await priceOn(runner, batch.key, 'cancel')
    if (!price) throw new Error('nothing is out')
    const less = numberToHex(BigInt(price.ceiling) - 1n)
    await expect(runner.cancel(batch.key, { ...price, ceiling: less })).rejects.toThrow(
      'more than was agreed',
    )
    expect(chain.signatures).toBe(0)
    expect(await runner.cancel(batch.key, price)).toBe('done')
    const signed = chain.sent.slice(-3).map((raw) => parseTransaction(raw))
    expect(signed.map(({ nonce }) => nonce).toSorted()).toEqual([5, 6, 7])
    const most = signed.map(({ gas = 0n, maxFeePerGas = 0n }) => gas * maxFeePerGas)
    expect(most.reduce((all, one) => all + one)).toBe(BigInt(price.ceiling))
  })

  test('without a price, no cancellation fills it', async () => {
    const { batch, chain, runner } = await named()
    expect(await runner.cancel(batch.key)).toBe('no price')
    expect(chain.signatures).toBe(0)
  })

  test('where nothing is missing, there is no price', async () => {
    const { batch, runner } = await gapped(0)
    expect(await runner.price(batch.key, 'fill')).toBe('too late')
  })
})

/** A final batch at nonce 5, on a chain that is then taken back, and a second one at nonce 6. */
const takenBack = async () => {
  const place = openPool()
  const { chain, node, runner, mine, pass } = place
  const first = await storeBatch({ mode: 'one' })
  await runner.advance()
  mine()
  chain.finalized = 11
  await pass()
  expect(await codeOf(first)).toBe(200)
  node.used = 5
  chain.receipts.clear()
  chain.now = 1_100_000
  const second = await storeBatch({ mode: 'one' })
  await runner.advance()
  expect(chain.sent.map((raw) => parseTransaction(raw).nonce)).toEqual([5, 6])
  await pass()
  return { ...place, second }
}

describe('a chain that was taken back', () => {
  test('has the gap named, and filled below the floor', async () => {
    const { second, runner, mine, pass } = await takenBack()
    expect(await behindOf(second)).toMatchObject({ missing: [5], isGap: true })
    expect(await fill(runner, second.key)).toBe('done')
    mine()
    await pass()
    expect(await codeOf(second)).toBe(200)
  })

  test('has the same gap filled again, by the same bytes, once it was taken back again', async () => {
    const { second, chain, runner, mine, takeBack, pass } = await takenBack()
    await fill(runner, second.key)
    mine()
    chain.finalized = chain.latest
    await pass()
    takeBack(2)
    const third = await storeBatch({ mode: 'one' })
    await runner.advance()
    await pass()
    expect(await behindOf(third)).toMatchObject({ missing: [5, 6], isGap: true })
    expect(await fill(runner, third.key)).toBe('done')
    mine()
    await pass()
    expect(await codeOf(third)).toBe(200)
    const fillers = chain.sent.filter((raw) => parseTransaction(raw).gas === 100_000n)
    expect(new Set(fillers).size).toBe(2)
    expect(fillers).toHaveLength(3)
  })

  test('keeps the floor while one RPC has it final', async () => {
    const { second, runner, world } = await takenBack()
    world.every = (_chain, _method, [, tag]) =>
      Promise.resolve([{ value: '0x5' }, { value: tag === 'finalized' ? '0x6' : '0x5' }])
    expect(await fill(runner, second.key)).toBe('used')
    expect(await nonceFloor(lane)).toBe(6)
  })

  test('keeps the floor while one RPC does not answer', async () => {
    const { second, runner, world } = await takenBack()
    world.every = (_chain, _method, [, tag]) =>
      Promise.resolve([{ value: '0x5' }, tag === 'latest' ? { value: '0x5' } : { error: 1 }])
    expect(await fill(runner, second.key)).toBe('used')
  })

  test('has the cancellation sent though the gap below it stays', async () => {
    const { second, chain, runner, world } = await takenBack()
    world.every = (_chain, _method, [, tag]) =>
      Promise.resolve([{ value: '0x5' }, { value: tag === 'finalized' ? '0x6' : '0x5' }])
    expect(await cancel(runner, second.key)).toBe('used')
    expect((await types(second)).slice(-3)).toEqual(['stopped', 'signed', 'sent'])
    expect(parseTransaction(chain.sent.at(-1) ?? '0x').nonce).toBe(6)
  })

  test('has the cancellation sent though the node then fails', async () => {
    const { second, chain, runner, world } = await takenBack()
    const price = await priceOn(runner, second.key, 'cancel')
    world.every = (_chain, _method, [, tag]) =>
      tag === 'finalized'
        ? Promise.reject(new Error('silent'))
        : Promise.resolve([{ value: '0x5' }])
    await expect(runner.cancel(second.key, price)).rejects.toThrow('silent')
    expect((await types(second)).slice(-3)).toEqual(['stopped', 'signed', 'sent'])
    expect(parseTransaction(chain.sent.at(-1) ?? '0x').nonce).toBe(6)
  })

  test('keeps the gap on the page once the batch is sped up', async () => {
    const { second, chain, runner, pass } = await takenBack()
    expect(await speedUp(runner, second.key)).toBe('done')
    chain.now += 30_000
    await runner.look(31337)
    expect(await behindOf(second)).toMatchObject({ missing: [5], isGap: true })
    await pass()
    expect(await behindOf(second)).toMatchObject({ missing: [5], isGap: true })
  })

  test('has the gap filled where the node does not know the tag of a final block', async () => {
    const { second, node, runner } = await takenBack()
    node.hasTag = false
    expect(await fill(runner, second.key)).toBe('done')
  })

  test.each([
    [true, 'done'],
    [false, 'used'],
  ] as const)(
    'has it filled though another RPC is dead, if the newest block is of now: %s',
    async (isFresh, answer) => {
      const { second, chain, addDead, runner } = await takenBack()
      addDead()
      chain.times[chain.latest] = isFresh ? chain.now / 1000 - 600 : chain.now / 1000 - 601
      expect(await fill(runner, second.key)).toBe(answer)
    },
  )

  test.each(['a node without the tag', 'a dead RPC beside it', 'a node that refuses the tag'])(
    'lets a local batch be given up for good with %s',
    async (what) => {
      const { second, node, addDead, chain, runner, mine, pass, world } = await takenBack()
      if (what.includes('without')) node.hasTag = false
      else if (what.includes('dead')) addDead()
      else
        world.every = (_chain, _method, [, tag]) =>
          Promise.resolve([tag === 'latest' ? { value: '0x5' } : { error: new Error('no') }])
      expect(await runner.giveUp(second.key)).toBe('done')
      const next = await storeBatch({
        mode: 'one',
        fees: { maxFeePerGas: '0x7d0', maxPriorityFeePerGas: '0xc8' },
      })
      await runner.advance()
      expect(parseTransaction(chain.sent.at(-1) ?? '0x').nonce).toBe(5)
      mine()
      await pass(1)
      expect(await codeOf(next)).toBe(200)
    },
  )

  test('keeps the floor of a local batch that is given up while an RPC has the nonce final', async () => {
    const { second, runner, world } = await takenBack()
    world.every = (_chain, _method, [, tag]) =>
      Promise.resolve([{ value: '0x5' }, { value: tag === 'finalized' ? '0x6' : '0x5' }])
    expect(await runner.giveUp(second.key)).toBe('done')
    expect(await nonceFloor(lane)).toBe(6)
  })

  test('lets a local batch be given up, and the next one takes the lost nonce', async () => {
    const { second, chain, runner } = await takenBack()
    expect(await runner.giveUp(second.key)).toBe('done')
    expect(await codeOf(second)).toBe(400)
    await storeBatch({ mode: 'one', fees: { maxFeePerGas: '0x7d0', maxPriorityFeePerGas: '0xc8' } })
    await runner.advance()
    expect(parseTransaction(chain.sent.at(-1) ?? '0x').nonce).toBe(5)
  })
})

test('a batch is given up only on a local network, below a gap', async () => {
  const { batch, runner, pass } = await gapped(0)
  await pass()
  expect(await runner.giveUp(batch.key)).toBe('too late')
  const far = openPool(8453)
  far.foreign()
  const other = await storeBatch({ mode: 'one', chainId: 8453, genesis: null })
  await far.runner.advance()
  far.vanish()
  await far.pass()
  expect(await far.runner.giveUp(other.key)).toBe('too late')
})
