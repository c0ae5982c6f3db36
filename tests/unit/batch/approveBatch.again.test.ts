import { beforeEach, describe, expect, test } from 'vitest'
import { approveAgain } from '@/lib/batch/approveBatch'
import { assertFrozen, type FrozenTerms } from '@/lib/batch/freeze'
import { append, batchOf, eventsOf } from '@/lib/batch/journal'
import { journal } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import type { Expected, Failing } from '@/lib/db/outcome'
import { executor } from '@/lib/delegate/executor'
import { listed } from '../../chain/delegates'
import { stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { did, storeBatch } from './batches'
import { revoking } from './runnerHarness'
import { sponsored, sponsorTerms } from './sponsoredBatches'

beforeEach(emptyDatabase)

type Decision = Parameters<typeof approveAgain>[1]

const fees = { maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x1' } as const

const decide = (change: Partial<Decision> = {}): Decision => ({
  mode: 'sequence',
  delegate: executor,
  upgrade: false,
  gas: ['0xaaaa', '0xbbbb'],
  fees,
  expected: 'succeeds',
  ...change,
})

/** A batch about which the user is asked again, after this has happened. */
const asked = async (terms: Partial<FrozenTerms>, ...events: Event[]) => {
  const { key } = await storeBatch(terms)
  await append(key, [...events, { type: 'asked', why: 'refused' }], 0)
  return batchOf(key)
}

const approved = async (key: string, decision: Decision) => {
  const write = await approveAgain(key, decision)
  await write()
  const batch = await batchOf(key)
  assertFrozen(batch)
  return batch
}

const refused = (key: string, decision: Decision) =>
  expect(approveAgain(key, decision)).rejects.toThrow('the decision does not fit the batch')

const accepted = (failing?: Failing): Expected => ({
  verdict: failing ? 'fails' : 'succeeds',
  changes: [],
  allowances: [],
  ...(failing ? { failing } : {}),
})

describe('a second approval', () => {
  test('writes nothing before its write, and then new terms of the same batch', async () => {
    const before = await asked({})
    await journal.batches.update(before.key, { told: 1, shown: 0 })
    const write = await approveAgain(before.key, decide({ expected: 'fails' }))
    expect((await batchOf(before.key)).hash).toBe(before.hash)
    await write()
    const { hash, ...after } = await batchOf(before.key)
    const { hash: old, ...kept } = before
    expect(hash).not.toBe(old)
    expect(after).toEqual({
      ...kept,
      told: 1,
      shown: 0,
      fees,
      gas: ['0xaaaa', '0xbbbb'],
      expected: 'fails',
    })
    const types = (await eventsOf(before.key)).map(({ type }) => type)
    expect(types).toEqual(['approved', 'asked', 'confirmed'])
  })

  test('of a batch of before its end was told does not say that it was', async () => {
    const { key } = await asked({})
    const { told: _, ...row } = await batchOf(key)
    await journal.batches.put(row)
    expect(await approved(key, decide())).not.toHaveProperty('told')
  })

  test('replaces what was approved of the delegate', async () => {
    const terms = { mode: 'atomic', upgrade: true, replaces: stranger } as const
    const once = { mode: 'atomic', gas: ['0x1'] } satisfies Partial<Decision>
    const { key } = await asked(terms)
    const plain = await approved(key, decide({ ...once, delegate: listed.okx }))
    expect(plain).toMatchObject({ delegate: listed.okx, upgrade: false })
    expect(plain).not.toHaveProperty('replaces')
    const upgrade = { ...once, upgrade: true, replaces: stranger }
    expect(await approved(key, decide(upgrade))).toMatchObject({
      delegate: executor,
      upgrade: true,
      replaces: stranger,
    })
  })

  test.each<[string, Partial<Decision>]>([
    ['an upgrade to another wallet’s executor', { upgrade: true, delegate: listed.okx }],
    ['a replacement without an upgrade', { replaces: stranger }],
    ['a delegate that no list has', { delegate: stranger }],
    ['who saw somebody else pay, though nobody does', { isSponsored: true }],
    ['one gas limit too many', { gas: ['0x1', '0x1'] }],
    ['one gas limit too few', { gas: [] }],
  ])('does not fit an atomic batch: %s', async (_, change) => {
    const { key } = await asked({ mode: 'atomic' })
    await refused(key, decide({ mode: 'atomic', gas: ['0x1'], ...change }))
  })

  test('that somebody else pays is of who saw that', async () => {
    const { key } = await asked(sponsored)
    const offer = { terms: sponsorTerms, fees }
    const paid = { mode: 'atomic', gas: ['0x1'], offer } satisfies Partial<Decision>
    await refused(key, decide(paid))
    expect(await approved(key, decide({ ...paid, isSponsored: true }))).toMatchObject({
      sponsor: sponsorTerms,
      gas: ['0x5208'],
    })
  })
})

describe('of calls in order, of which one is signed,', () => {
  const begun = () => asked({}, did.signed('0'), did.sealed('0'))

  test('it is about the calls that are left, and what was signed keeps its gas', async () => {
    const { key } = await begun()
    expect(await approved(key, decide({ gas: ['0xcccc'] }))).toMatchObject({
      gas: ['0x5208', '0xcccc'],
    })
  })

  test('it needs gas for those alone', async () => {
    const { key } = await begun()
    await refused(key, decide())
    await refused(key, decide({ gas: [] }))
  })

  test('the call that fails is counted among all', async () => {
    const { key } = await begun()
    const reason = { why: 'all gas' } as const
    const seen = accepted({ index: 0, reason })
    expect((await approved(key, decide({ gas: ['0xcccc'], accepted: seen }))).expected).toEqual(
      accepted({ index: 1, reason }),
    )
  })

  test.each<[string, Expected]>([
    ['fails as a whole', accepted({ index: null, reason: { why: 'balance' } })],
    ['succeeds', accepted()],
  ])('what %s is kept as it was seen', async (_, seen) => {
    const { key } = await begun()
    expect((await approved(key, decide({ gas: ['0xcccc'], accepted: seen }))).expected).toEqual(
      seen,
    )
  })
})

test('the call that fails of an atomic batch is counted as it was seen', async () => {
  const { key } = await asked({ mode: 'atomic' }, did.signed('0'), did.moved('0'))
  const seen = accepted({ index: 1, reason: { why: 'all gas' } })
  const decision = decide({ mode: 'atomic', gas: ['0x1'], accepted: seen })
  expect((await approved(key, decision)).expected).toEqual(seen)
})

describe('what takes a delegate off the account', () => {
  test('is approved again as it is, and in no other mode', async () => {
    const { key } = await asked({ ...revoking, method: 'wallet_sendCalls' })
    await refused(key, decide({ mode: 'atomic', gas: ['0x1'] }))
    const again = await approved(key, decide({ mode: 'one', gas: ['0xeeee'] }))
    expect(again).toMatchObject({ mode: 'one', revokes: executor, gas: ['0xeeee'] })
  })
})
