import { keccak256, parseTransaction, type Hex } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { beforeEach, describe, expect, test } from 'vitest'
import { stateOf } from '@/lib/batch/journal'
import { executor } from '@/lib/delegate/executor'
import type { Fees } from '@/lib/db'
import { emptyDatabase } from '../database'
import { alice } from '../accounts'
import { cancel, low, out, priceOn, speedUp, types } from './runnerHarness'

beforeEach(emptyDatabase)

const fields = (raw: Hex | undefined) => parseTransaction(raw ?? '0x')

describe('speeding up', () => {
  test.each<[string, Fees, [bigint, bigint]]>([
    ['an eighth more on both', low, [1126n, 113n]],
    [
      'what the chain asks where that is more',
      { maxFeePerGas: '0x1388', maxPriorityFeePerGas: '0xc8' },
      [5000n, 200n],
    ],
  ])('signs the same at the same nonce for %s', async (_, fees, [most, tip]) => {
    const { chain, runner, batch } = await out({ mode: 'one' }, fees)
    expect(await speedUp(runner, batch.key)).toBe('done')
    const [first, second] = chain.sent.map(fields)
    expect(second).toMatchObject({ maxFeePerGas: most, maxPriorityFeePerGas: tip })
    const price = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
    const seal = { r: '', s: '', v: 0n, yParity: 0 }
    expect({ ...second, ...price, ...seal }).toEqual({ ...first, ...price, ...seal })
    expect((await stateOf(batch.key)).transactions).toMatchObject([
      { index: 0, kind: 'call', nonce: 5 },
      { index: 0, kind: 'call', nonce: 5, hash: keccak256(chain.sent[1] ?? '0x') },
    ])
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent', 'signed', 'sent'])
  })

  test('of one that was sped up already signs nothing', async () => {
    const { chain, runner, batch } = await out()
    const [first] = (await stateOf(batch.key)).transactions
    const price = await priceOn(runner, batch.key, 'same')
    if (!first || !price) throw new Error('nothing is out')
    expect(await runner.speedUp(batch.key, first.hash, price)).toBe('done')
    expect(await runner.speedUp(batch.key, first.hash, price)).toBe('done')
    expect(chain.sent).toHaveLength(2)
  })

  test('costs at least a tenth more each time', async () => {
    const { chain, runner, batch } = await out()
    for (let time = 0; time < 4; time++) await speedUp(runner, batch.key)
    const paid = chain.sent.map((raw) => fields(raw))
    for (const [index, { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n }] of paid.entries()) {
      const before = paid[index - 1]
      if (!before) continue
      expect(maxFeePerGas * 10n).toBeGreaterThanOrEqual((before.maxFeePerGas ?? 0n) * 11n)
      const tip = before.maxPriorityFeePerGas ?? 0n
      expect(maxPriorityFeePerGas * 10n).toBeGreaterThanOrEqual(tip * 11n)
    }
    expect(paid).toHaveLength(5)
  })

  test('keeps an upgrade’s authorization as it was', async () => {
    const { chain, runner, batch } = await out({ mode: 'atomic', upgrade: true })
    await speedUp(runner, batch.key)
    const [first, second] = chain.sent.map(fields)
    expect(second).toMatchObject({ type: 'eip7702', nonce: 5 })
    const [authorization] = second?.authorizationList ?? []
    if (!authorization) throw new Error('no authorization')
    expect(authorization).toMatchObject({ nonce: 6, address: executor.toLowerCase() })
    expect(authorization).toEqual(first?.authorizationList?.[0])
    expect(await recoverAuthorizationAddress({ authorization })).toBe(alice)
    expect((await stateOf(batch.key)).transactions.at(-1)).toMatchObject({ upgrade: true })
  })

  test('pays an eighth more where the chain has no base fee', async () => {
    const { chain, runner, batch } = await out(
      { mode: 'one', fees: { gasPrice: '0x3e8' } },
      { gasPrice: '0x1' },
    )
    await speedUp(runner, batch.key)
    expect(fields(chain.sent[1])).toMatchObject({ type: 'legacy', nonce: 5, gasPrice: 1126n })
  })

  test.each<[string, Fees]>([
    ['a gas price still', { gasPrice: '0x1' }],
    ['a base fee by now', low],
  ])('pays an eighth more for an upgrade at a gas price, with %s', async (_, now) => {
    const terms = { mode: 'atomic', upgrade: true, fees: { gasPrice: '0x3e8' } } as const
    const { chain, runner, batch } = await out(terms, now)
    expect(await speedUp(runner, batch.key)).toBe('done')
    const price = (raw: Hex | undefined) => {
      const { type, maxFeePerGas, maxPriorityFeePerGas } = fields(raw)
      return [type, maxFeePerGas, maxPriorityFeePerGas]
    }
    expect(price(chain.sent[0])).toEqual(['eip7702', 1000n, 1000n])
    expect(price(chain.sent[1])).toEqual(['eip7702', 1126n, 1126n])
  })

  test('pays an eighth more than a gas price where the chain shows a base fee by now', async () => {
    const { chain, runner, batch } = await out({ mode: 'one', fees: { gasPrice: '0x3e8' } }, low)
    await speedUp(runner, batch.key)
    expect(fields(chain.sent[1])).toMatchObject({
      maxFeePerGas: 1126n,
      maxPriorityFeePerGas: 1126n,
    })
  })

  test('a cancellation makes a dearer cancellation', async () => {
    const { chain, runner, batch } = await out()
    await cancel(runner, batch.key)
    await speedUp(runner, batch.key)
    expect(fields(chain.sent[2])).toMatchObject({ nonce: 5, to: alice.toLowerCase() })
    expect((await stateOf(batch.key)).transactions.at(-1)).toMatchObject({ kind: 'cancel' })
  })

  test('has the bytes on disk before they go out', async () => {
    const { chain, runner, batch } = await out()
    let known: unknown
    chain.answers.eth_sendRawTransaction = async ([raw]: [Hex]) => {
      known = (await stateOf(batch.key)).transactions.at(-1)?.raw === raw
    }
    await speedUp(runner, batch.key)
    expect(known).toBe(true)
  })
})
