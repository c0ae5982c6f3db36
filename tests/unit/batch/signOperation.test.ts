import { numberToHex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FinalData } from '@/lib/batch/finalData'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { addBatch, append } from '@/lib/batch/journal'
import { signOperation } from '@/lib/batch/signOperation'
import type { Paid, World } from '@/lib/batch/world'
import type { Event } from '@/lib/db/batchEvent'
import type { Expected } from '@/lib/db/outcome'
import { deviceExecutor, executor } from '@/lib/delegate/executor'
import { operationHash } from '@/lib/sponsor/operation'
import { operationOf } from '@/lib/sponsor/terms'
import { nothingChanged } from '../../harness/world'
import { emptyDatabase } from '../database'
import { change } from '../simulate/outcomes'
import { did, makeBatch, storeBatch } from './batches'
import { sponsored, sponsorTerms } from './sponsoredBatches'
import { openEntryPoint } from './sponsoredChain'
import { openChain } from './fakeChain'

beforeEach(emptyDatabase)

const now = 1_100_000
const deadline = (now + 600_000) / 1000

const paying = (amount: number) => change({ standard: 'native' }, -amount)
const expected: Expected = { verdict: 'succeeds', changes: [paying(1_000)], allowances: [] }

const askless: FinalData = () => expect.fail('the paymaster was asked')

/** A sponsored batch on a chain whose newest block is this old, and all that is simulated and signed of it. */
const open = (terms: Partial<FrozenTerms> = {}, { chainId = 31337, age = 0 } = {}) => {
  const place = openEntryPoint(openChain(chainId))
  const { chain, world } = place
  chain.times = { 200: now / 1000 - age }
  const counts: Record<string, number> = { latest: 5, pending: 5 }
  chain.answers.eth_getTransactionCount = ([, tag]: string[]) => {
    const count = counts[tag ?? '']
    return count === undefined ? expect.fail('another count was asked for') : numberToHex(count)
  }
  const signings: Parameters<NonNullable<World['sponsors']>['sign']>[] = []
  const simulated: { index: number; instead: unknown; paid: Paid | undefined }[] = []
  const does = { pays: 1_000, isUnlocked: true, signs: true }
  world.simulate = (_, index, instead, paid) => {
    simulated.push({ index, instead, paid })
    return Promise.resolve({
      ...nothingChanged,
      mode: 'atomic',
      delegate: executor,
      changes: [paying(does.pays)],
    })
  }
  world.sponsors = {
    final: () => expect.fail('asked for data'),
    send: () => expect.fail('sent'),
    isUnlocked: () => Promise.resolve(does.isUnlocked),
    sign: (...signing) => {
      signings.push(signing)
      const [, { operation }] = signing
      return Promise.resolve(does.signs ? { ...operation, signature: '0x12' } : undefined)
    },
  }
  const batch = makeBatch({ ...sponsored, chainId, expected, ...terms })
  const sign = (upgrade = false, finalOf = askless) =>
    signOperation(world, batch, 0, upgrade, finalOf)
  const { sponsor } = batch
  if (!sponsor) throw new Error('nobody pays')
  const operationAt = (nonce: bigint, upgrade = false) =>
    operationOf({ ...batch, sponsor }, { nonce, upgrade, deadline })
  return { ...place, batch, does, counts, signings, simulated, sign, operationAt }
}

describe('an operation whose terms are final', () => {
  test('is simulated as it is signed, and kept with its deadline and the newest block', async () => {
    const { batch, sign, signings, simulated, operationAt } = open()
    const operation = operationAt(7n)
    const hash = operationHash(31337, operation, executor)
    expect(await sign()).toEqual([
      {
        type: 'operation',
        index: 0,
        hash,
        signed: { ...operation, signature: '0x12' },
        nonce: 5,
        upgrade: false,
        deadline,
        since: 200,
      },
    ])
    expect(simulated).toEqual([
      { index: 0, instead: undefined, paid: { operation, hash, deadline } },
    ])
    expect(signings).toEqual([[batch.from, { chainId: 31337, operation, nonce: 5 }]])
  })

  test('has the nonce that the EntryPoint gives it', async () => {
    const { point, sign, operationAt } = open()
    point.uses = [100]
    expect(await sign()).toMatchObject([{ signed: operationAt(8n) }])
  })

  test('upgrades the account where it is to', async () => {
    const { sign, operationAt } = open()
    expect(await sign(true)).toMatchObject([{ upgrade: true, signed: operationAt(7n, true) }])
  })

  test('is not signed if it does worse than what was accepted, and the user is asked', async () => {
    const { does, sign, signings } = open()
    does.pays = 2_000
    expect(await sign()).toEqual([
      {
        type: 'asked',
        why: 'worse',
        changed: [{ kind: 'amount', was: paying(1_000), is: paying(2_000) }],
      },
    ])
    expect(signings).toEqual([])
  })

  test('is none while the wallet is locked, before or after the look', async () => {
    const { chain, does, sign } = open()
    does.signs = false
    expect(await sign()).toEqual([])
    chain.asked.length = 0
    does.isUnlocked = false
    expect(await sign()).toEqual([])
    expect(chain.asked).toEqual([])
  })
})

describe('while a transaction of the account waits', () => {
  const waiting = (terms: Partial<FrozenTerms> = {}) => {
    const place = open(terms)
    place.counts.pending = 6
    return place
  }

  const behind = (...missing: number[]): Event => ({
    type: 'behind',
    missing,
    isWaiting: true,
    isGap: false,
  })

  test('an upgrade is not signed, as its authorization would be worth nothing, and says for what it waits', async () => {
    const { sign, simulated } = waiting()
    expect(await sign(true)).toEqual([behind(5)])
    expect(simulated).toEqual([])
  })

  test('it says so once, and again a minute later where it waits for others', async () => {
    const { chain, batch, counts, sign } = waiting()
    await addBatch(batch)
    await append(batch.key, [behind(5)], chain.now)
    expect(await sign(true)).toEqual([])
    counts.pending = 7
    chain.now += 59_999
    expect(await sign(true)).toEqual([])
    chain.now += 1
    counts.pending = 6
    expect(await sign(true)).toEqual([])
    counts.pending = 7
    expect(await sign(true)).toEqual([behind(5, 6)])
  })

  test.each([
    ['it is signed', true],
    ['the user is asked again', false],
  ])('it waits for nothing any more once %s', async (_, isSame) => {
    const { chain, batch, does, counts, sign } = waiting()
    await addBatch(batch)
    expect(await append(batch.key, await sign(true), chain.now)).toHaveProperty('behind')
    counts.latest = 6
    does.pays = isSame ? 1_000 : 2_000
    const [event] = await sign(true)
    expect(event).toMatchObject(isSame ? { type: 'operation', nonce: 6 } : { type: 'asked' })
    expect(await append(batch.key, event ? [event] : [], chain.now)).not.toHaveProperty('behind')
  })

  test('it waits for nothing any more while the paymaster is asked', async () => {
    const { chain, batch, counts, sign } = waiting({ sponsor: { ...sponsorTerms, isFinal: false } })
    await addBatch(batch)
    await append(batch.key, await sign(true), chain.now)
    counts.latest = 6
    chain.now += 60_000
    const unanswered: FinalData = () => undefined
    const state = await append(batch.key, await sign(true, unanswered), chain.now)
    expect(state).not.toHaveProperty('behind')
    expect(await sign(true, unanswered)).toEqual([])
  })

  test('it says nothing of what its own wallet has under way', async () => {
    const { chain, sign } = waiting()
    const other = await storeBatch({ mode: 'one' })
    await append(other.key, [did.signed('0', 0, { nonce: 5 }), did.sent('0')], chain.now)
    expect(await sign(true)).toEqual([])
  })

  test('an operation without one is, and knows the next nonce', async () => {
    expect(await waiting().sign()).toMatchObject([{ nonce: 6, upgrade: false }])
  })
})

describe('a chain that stands still', () => {
  test.each([
    [8453, 300],
    [31337, 301],
  ])('has nothing against it on chain %i after %i seconds', async (chainId, age) => {
    expect(await open({}, { chainId, age }).sign()).toMatchObject([{ type: 'operation' }])
  })

  test('has nothing signed after more than five minutes', async () => {
    const { sign, signings } = open({}, { chainId: 8453, age: 301 })
    await expect(sign()).rejects.toMatchObject({
      code: 4901,
      message: 'The network does not answer: its newest block is five minutes old',
    })
    expect(signings).toEqual([])
  })

  test('is not asked for all transactions of its newest block', async () => {
    const { chain, sign } = open()
    const asked: unknown[] = []
    chain.answers.eth_getBlockByNumber = (params) => {
      asked.push(params)
      return { number: '0xc8', timestamp: numberToHex(now / 1000) }
    }
    expect(await sign()).toMatchObject([{ since: 200 }])
    expect(asked).toEqual([['latest', false]])
  })

  test('has nothing signed on a network that is not known', async () => {
    await expect(open({}, { chainId: 777_777, age: 301 }).sign()).rejects.toThrow('five minutes')
  })
})

describe('a paymaster that has not given its final data', () => {
  const unsigned = { sponsor: { ...sponsorTerms, isFinal: false } }

  test('is asked about the operation as it is, and until it answers nothing is signed', async () => {
    const { batch, sign, simulated, operationAt } = open(unsigned)
    const asked: unknown[] = []
    const finalOf: FinalData = (...question) => {
      asked.push(question)
      return undefined
    }
    expect(await sign(false, finalOf)).toEqual([])
    expect(asked).toEqual([[batch, { operation: operationAt(7n), deadline }]])
    expect(simulated).toEqual([])
  })

  test('has what it gives signed, with the deadline that it was asked with', async () => {
    const { sign, simulated, operationAt } = open(unsigned)
    const value = { ...operationAt(7n), paymasterData: '0xcafe' as const }
    const finalOf: FinalData = () => ({ found: { value }, deadline: 1_699 })
    const hash = operationHash(31337, value, executor)
    expect(await sign(false, finalOf)).toMatchObject([
      { type: 'operation', hash, deadline: 1_699, signed: { paymasterData: '0xcafe' } },
    ])
    expect(simulated[0]?.paid).toEqual({ operation: value, hash, deadline: 1_699 })
  })

  test.each(['refused', 'silent', 'wrong'] as const)(
    'and does not pay has the user asked: %s',
    async (failed) => {
      const { sign, simulated } = open(unsigned)
      const finalOf: FinalData = () => ({ found: { failed }, deadline })
      expect(await sign(false, finalOf)).toEqual([{ type: 'asked', why: failed }])
      expect(simulated).toEqual([])
    },
  )
})

describe('nothing is signed of what is not sponsored', () => {
  const refused = (world: World, terms: Partial<FrozenTerms>) =>
    expect(signOperation(world, makeBatch(terms), 0, false, askless)).rejects.toThrow(
      'not sponsored',
    )

  test('one that its user pays for, or that runs through another executor', async () => {
    const { chain, world } = open()
    await refused(world, { mode: 'atomic' })
    await refused(world, { ...sponsored, delegate: deviceExecutor })
    expect(chain.asked).toEqual([])
  })

  test('any in a wallet without services', async () => {
    await refused(openChain().world, sponsored)
  })
})
