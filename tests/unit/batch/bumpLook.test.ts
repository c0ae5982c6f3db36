import { beforeEach, describe, expect, test } from 'vitest'
import { stateOf } from '@/lib/batch/journal'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { createRunner } from '@/lib/batch/runner'
import type { Expected } from '@/lib/db/outcome'
import { delegation, executor } from '@/lib/delegate/executor'
import { emptyDatabase } from '../database'
import { change } from '../simulate/outcomes'
import { storeBatch } from './batches'
import { cancel, low, priceOn, revoking, start, types } from './runnerHarness'

beforeEach(emptyDatabase)

const coin = { standard: 'native' } as const
const [agreed, worse, worst] = [-1_000, -2_000, -3_000].map((amount) => change(coin, amount))
if (!agreed || !worse || !worst) throw new Error('there are three')
const expected: Expected = { verdict: 'succeeds', changes: [agreed], allowances: [] }

/** A batch whose transaction waits, of which so much was accepted; it does so still. */
const waiting = async (terms: Partial<FrozenTerms> = {}) => {
  const place = start()
  place.chain.outcome = { changes: [agreed] }
  if (terms.revokes) place.chain.answers.eth_getCode = () => delegation(executor)
  const batch = await storeBatch({ mode: 'one', expected, ...terms })
  await place.runner.advance()
  place.chain.looks.length = 0
  const [first] = (await stateOf(batch.key)).transactions
  if (!first) throw new Error('nothing is out')
  const priced = async (runner = place.runner) => {
    const price = await priceOn(runner, batch.key, 'same')
    if (!price) throw new Error('it has no price')
    return price
  }
  return { ...place, batch, first, priced }
}

const signed = ['approved', 'signed', 'sent']

describe('a dearer transaction', () => {
  test('is simulated at its own fees, without the one that it replaces', async () => {
    const { chain, runner, batch, first, priced } = await waiting()
    const price = await priced()
    expect(price).toMatchObject({ changed: [] })
    expect(chain.bumps).toEqual([
      {
        fees: { maxFeePerGas: '0x466', maxPriorityFeePerGas: '0x71' },
        replaced: [first.hash],
        deadline: undefined,
      },
    ])
    expect(await runner.speedUp(batch.key, first.hash, price)).toBe('done')
    expect(chain.looks).toEqual([0])
    await priced()
    const hashes = (await stateOf(batch.key)).transactions.map(({ hash }) => hash)
    expect(chain.bumps.at(-1)?.replaced).toEqual(hashes)
    expect(hashes).toHaveLength(2)
  })

  test('that does worse says so, old and new, and is signed only for who saw that', async () => {
    const { chain, runner, batch, first, priced } = await waiting()
    chain.outcome = { changes: [worse] }
    const price = await priced()
    expect(price).toMatchObject({ changed: [{ kind: 'amount', was: agreed, is: worse }] })
    const { fees, ceiling } = price
    expect(await runner.speedUp(batch.key, first.hash, { fees, ceiling })).toBe('changed')
    expect(await types(batch)).toEqual(signed)
    expect(await runner.speedUp(batch.key, first.hash, price)).toBe('done')
    expect(await types(batch)).toEqual([...signed, 'signed', 'sent'])
  })

  test('that gets worse after the look is not signed', async () => {
    const { chain, runner, batch, first, priced } = await waiting()
    chain.outcome = { changes: [worse] }
    const price = await priced()
    chain.outcome = { changes: [worst] }
    chain.now += 5_001
    chain.signatures = 0
    expect(await runner.speedUp(batch.key, first.hash, price)).toBe('changed')
    expect(chain.signatures).toBe(0)
    expect(await types(batch)).toEqual(signed)
  })

  test('at other fees than those of the look is looked at again', async () => {
    const { chain, runner, batch, first, priced } = await waiting()
    const price = await priced()
    chain.outcome = { changes: [worse] }
    const cheaper = { maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' } as const
    expect(await runner.speedUp(batch.key, first.hash, { ...price, fees: cheaper })).toBe('changed')
    expect(chain.sent).toHaveLength(1)
  })

  test('holds what was seen also after the worker stopped', async () => {
    const { chain, world, batch, first, priced } = await waiting()
    chain.outcome = { changes: [worse] }
    const price = await priced()
    const anew = () => createRunner(world, () => Promise.resolve(low))
    chain.outcome = { changes: [worst] }
    expect(await anew().speedUp(batch.key, first.hash, price)).toBe('changed')
    chain.outcome = { changes: [worse] }
    expect(await anew().speedUp(batch.key, first.hash, price)).toBe('done')
  })

  test('is not signed where nobody answers', async () => {
    const { chain, runner, world, batch, first, priced } = await waiting()
    const price = await priced()
    chain.now += 5_001
    world.simulate = () => Promise.reject(new Error('silence'))
    await expect(runner.speedUp(batch.key, first.hash, price)).rejects.toThrow('silence')
    await expect(runner.price(batch.key, 'same')).rejects.toThrow('silence')
    expect(chain.sent).toHaveLength(1)
  })
})

test.each<[string, Partial<FrozenTerms>, 'call' | 'cancel']>([
  ['a cancellation', {}, 'cancel'],
  ['a revocation', revoking, 'call'],
])('%s is not looked at', async (_, terms, kind) => {
  const { chain, runner, batch } = await waiting(terms)
  if (kind === 'cancel') await cancel(runner, batch.key)
  const price = await priceOn(runner, batch.key, 'same')
  const last = (await stateOf(batch.key)).transactions.at(-1)
  if (!price || !last) throw new Error('it has no price')
  expect(await runner.speedUp(batch.key, last.hash, price)).toBe('done')
  expect(chain.looks).toEqual([])
})
