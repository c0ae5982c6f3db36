import { keccak256, parseTransaction, type Hex } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Terms } from '@/lib/batch/freeze'
import { stateOf } from '@/lib/batch/journal'
import { executor } from '@/lib/delegate/executor'
import type { Fees } from '@/lib/db'
import { toError } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'
import { alice } from '../people'
import { storeBatch } from './batches'
import { openChain, silence } from './fakeChain'
import { byAnotherWallet, codeOf, lookOn, low, speedUp, start, takeNonce, types } from './replacing'

beforeEach(emptyDatabase)

/** A batch whose first transaction is out. */
const out = async (terms: Partial<Terms> = { mode: 'one' }, fees: Fees = low) => {
  const place = start(openChain(), fees)
  const batch = await storeBatch(terms)
  await place.runner.advance()
  return { ...place, batch }
}

const refuse = (message: string) => () => {
  throw toError({ code: -32000, message })
}

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
    expect(await runner.speedUp(batch.key, first?.hash ?? '0x')).toBe('done')
    expect(await runner.speedUp(batch.key, first?.hash ?? '0x')).toBe('done')
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

  test('a cancellation makes a dearer cancellation', async () => {
    const { chain, runner, batch } = await out()
    await runner.cancel(batch.key)
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

describe('nothing is signed', () => {
  test.each<[string, (place: Awaited<ReturnType<typeof out>>) => unknown, string]>([
    [
      'where a block has it',
      async ({ chain, include, runner }) => {
        include(keccak256(chain.sent[0] ?? '0x'))
        await runner.look(31337)
      },
      'too late',
    ],
    [
      'where another has its nonce',
      async (place) => {
        takeNonce(place, byAnotherWallet(5))
        await lookOn(place)
      },
      'too late',
    ],
    ['while the wallet is locked', ({ chain }) => (chain.isLocked = true), 'locked'],
  ])('%s', async (_, happens, outcome) => {
    const place = await out()
    await happens(place)
    place.chain.signatures = 0
    expect(await speedUp(place.runner, place.batch.key)).toBe(outcome)
    expect(place.chain.signatures).toBe(0)
    expect((await stateOf(place.batch.key)).transactions).toHaveLength(1)
  })

  test('where nothing is out yet', async () => {
    const { chain, runner } = start()
    chain.isLocked = true
    const batch = await storeBatch()
    await runner.advance()
    expect(await speedUp(runner, batch.key)).toBe('too late')
  })

  test('on a chain that was started anew', async () => {
    const { chain, runner, batch } = await out()
    chain.now += 2_000
    chain.genesis = keccak256('0x01')
    expect(await speedUp(runner, batch.key)).toBe('too late')
    expect(chain.signatures).toBe(1)
  })
})

describe('whichever is mined counts', () => {
  test.each([0, 1])('number %i', async (which) => {
    const place = await out()
    await speedUp(place.runner, place.batch.key)
    const hash = keccak256(place.chain.sent[which] ?? '0x')
    place.include(hash, { block: 10 })
    place.chain.count = 6
    await place.runner.look(31337)
    expect(await codeOf(place.batch)).toBe(200)
    place.chain.finalized = 10
    await lookOn(place)
    expect((await stateOf(place.batch.key)).final).toBe(true)
    expect(place.chain.sent).toHaveLength(2)
  })

  test('also where a re-org puts the one in the place of the other', async () => {
    const place = await out()
    const { chain, runner, batch, include, drop } = place
    await speedUp(runner, batch.key)
    const [first = '0x', second = '0x'] = chain.sent.map((raw) => keccak256(raw))
    include(first, { block: 10 })
    await runner.look(31337)
    drop(first)
    include(second, { block: 10 })
    chain.now += 3_000
    await runner.look(31337)
    expect(await codeOf(batch)).toBe(200)
    const { transactions } = await stateOf(batch.key)
    expect(transactions.map(({ receipt }) => receipt !== undefined)).toEqual([false, true])
  })
})

describe('where the dearer one does not go out', () => {
  test.each<[string, () => unknown]>([
    ['refused', refuse('insufficient funds for gas * price + value')],
    ['unanswered', silence],
  ])('%s, the older one goes out again', async (_, answer) => {
    const place = await out()
    const { chain, runner, batch } = place
    const [first = '0x'] = chain.sent
    chain.answers.eth_sendRawTransaction = ([raw]: [Hex]) => {
      if (raw !== first) return answer()
      chain.sent.push(raw)
      return '0x'
    }
    expect(await speedUp(runner, batch.key)).toBe('done')
    await lookOn(place, 2)
    expect(chain.sent.length).toBeGreaterThan(1)
    expect(new Set(chain.sent)).toEqual(new Set([first]))
  })

  test('also after the older one was in a block that is gone', async () => {
    const place = await out()
    const { chain, runner, batch, include, drop } = place
    const [first = '0x'] = chain.sent
    chain.answers.eth_sendRawTransaction = ([raw]: [Hex]) => {
      if (raw !== first) refuse('insufficient funds')()
      chain.sent.push(raw)
    }
    await speedUp(runner, batch.key)
    include(keccak256(first))
    await lookOn(place)
    const { length } = chain.sent
    drop(keccak256(first))
    await lookOn(place, 2)
    expect(chain.sent.length).toBeGreaterThan(length)
  })
})
