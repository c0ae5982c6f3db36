import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { internalOrigin } from '@/lib/approvals/internalOrigin'
import { approveBatch, batchDecision } from '@/lib/batch/approveBatch'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import { journal, type Approval } from '@/lib/db'
import { deviceExecutor, executor } from '@/lib/delegate/executor'
import type { Offer } from '@/lib/sponsor/offer'
import { connectSite } from '../../harness/connectSite'
import { alice, bob, dapp, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { hashOf } from './batches'
import { sponsorTerms } from './sponsoredBatches'

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

const fees = { maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x1' } as const

describe('the page’s decision', () => {
  const sent = {
    mode: 'sequence',
    upgrade: false,
    gas: ['0x1', '0x2'],
    fees,
    expected: 'succeeds',
  }

  test('is for the wallet’s executor unless it names another', () => {
    expect(v.parse(batchDecision, sent)).toEqual({ ...sent, delegate: executor })
    expect(v.parse(batchDecision, { ...sent, delegate: stranger })).toMatchObject({
      delegate: stranger,
    })
  })

  test('may have edits, a delegate to replace, outcomes that were seen, and who pays', () => {
    const more = {
      edits: [{ index: 0, amount: '0x1' }],
      replaces: stranger,
      outcomes: [hashOf('seen')],
      isSponsored: true,
      delegate: executor,
    }
    expect(v.parse(batchDecision, { ...sent, ...more })).toEqual({ ...sent, ...more })
  })

  test.each(['one', 'atomic', 'sequence'])('may be to run as %s', (mode) => {
    expect(v.parse(batchDecision, { ...sent, mode })).toMatchObject({ mode })
  })

  test.each(['succeeds', 'fails', 'unknown'])('may be of what was seen as %s', (expected) => {
    expect(v.parse(batchDecision, { ...sent, expected })).toMatchObject({ expected })
  })

  test('may have a gas price in place of two fees', () => {
    const price = { gasPrice: '0x1' }
    expect(v.parse(batchDecision, { ...sent, fees: price })).toMatchObject({ fees: price })
  })

  test.each<[string, object]>([
    ['another mode', { mode: 'all' }],
    ['another verdict', { expected: 'maybe' }],
    ['fees without a tip', { fees: { maxFeePerGas: '0x5' } }],
    ['fees without a most', { fees: { maxPriorityFeePerGas: '0x5' } }],
    ['no fees', { fees: {} }],
    ['gas that is no quantity', { gas: [1] }],
    ['an upgrade that is neither', { upgrade: undefined }],
    ['nobody who pays', { isSponsored: false }],
    ['an edit without its call', { edits: [{ amount: '0x1' }] }],
    ['an edit of half a call', { edits: [{ index: 0.5, amount: '0x1' }] }],
    ['an outcome that is no hash', { outcomes: ['seen'] }],
  ])('has to fit: not %s', (_, change) => {
    expect(v.safeParse(batchDecision, { ...sent, ...change }).success).toBe(false)
  })

  test('says nothing of what the background knows itself', () => {
    const parsed = v.parse(batchDecision, { ...sent, accepted: {}, lock: {}, offer: {} })
    for (const name of ['accepted', 'lock', 'offer']) expect(parsed).not.toHaveProperty(name)
  })
})

type Decision = Parameters<typeof approveBatch>[3]

const call = { to: stranger, value: '0x1', data: '0x' } as const

const request = (change: Partial<BatchRequest> = {}): BatchRequest => ({
  id: 'a',
  from: alice,
  chainId: 31337,
  atomicRequired: false,
  calls: [call, call],
  ...change,
})

const rowOf = (method: string, origin = dapp): Approval => ({
  id: 'key',
  origin,
  method,
  params: [request()],
  documentId: 'd',
  wire: '[]',
  state: 'pending',
  createdAt: 0,
})

const decide = (change: Partial<Decision> = {}): Decision => ({
  mode: 'sequence',
  delegate: executor,
  upgrade: false,
  gas: change.mode === 'one' || change.mode === 'atomic' ? ['0x1'] : ['0x1', '0x2'],
  fees,
  expected: 'succeeds',
  ...change,
})

const offer: Offer = { terms: sponsorTerms, fees }
const paid: Partial<Decision> = { mode: 'atomic', offer, isSponsored: true }

/** Approves, and returns what is stored. */
const approved = async (row: Approval, asked: BatchRequest, decision: Decision) => {
  const { write } = await approveBatch(row, asked, 'a', decision)
  await write()
  return journal.batches.get('key')
}

const refused = (row: Approval, asked: BatchRequest, decision: Decision) =>
  expect(approveBatch(row, asked, 'a', decision)).rejects.toThrow(
    'the decision does not fit the request',
  )

const site = rowOf('wallet_sendCalls')

describe('a batch that must be atomic', () => {
  test('is approved as such, and not in order', async () => {
    const asked = request({ atomicRequired: true })
    expect(await approved(site, asked, decide({ mode: 'atomic' }))).toMatchObject({
      mode: 'atomic',
    })
    await refused(site, asked, decide())
  })
})

describe('a single transaction', () => {
  const single = request({ calls: [call] })

  test('runs as one', async () => {
    const row = rowOf('eth_sendTransaction')
    expect(await approved(row, single, decide({ mode: 'one' }))).toMatchObject({
      mode: 'one',
      delegate: null,
      gas: ['0x1'],
    })
  })

  test('of the wallet’s own runs as a batch only if somebody else pays', async () => {
    const row = rowOf('eth_sendTransaction', internalOrigin)
    await refused(row, single, decide({ mode: 'atomic' }))
    expect(await approved(row, single, decide(paid))).toMatchObject({ mode: 'atomic' })
  })

  test('of a site does not run as a batch, whoever pays', async () => {
    await refused(rowOf('eth_sendTransaction'), single, decide(paid))
  })
})

describe('what takes a delegate off the account', () => {
  const revoking = request({
    calls: [{ to: alice, value: '0x0', data: '0x' }],
    revokes: executor,
  })

  test('is asked for by the wallet’s own page alone, and kept as that', async () => {
    const own = rowOf('eth_sendTransaction', internalOrigin)
    await refused(rowOf('eth_sendTransaction'), revoking, decide({ mode: 'one' }))
    expect(await approved(own, revoking, decide({ mode: 'one' }))).toMatchObject({
      mode: 'one',
      revokes: executor,
    })
  })

  test('is not kept of what takes none', async () => {
    expect(await approved(site, request(), decide())).not.toHaveProperty('revokes')
  })
})

describe('a site that lets nobody but its service pay', () => {
  const service = { url: 'https://pay.example/rpc' }

  test('has its batch approved only if the service does', async () => {
    const asked = request({ paymaster: { ...service, optional: false } })
    await refused(site, asked, decide())
    expect(await approved(site, asked, decide(paid))).toMatchObject({ sponsor: sponsorTerms })
  })

  test('is not the one that lets its user pay', async () => {
    const asked = request({ paymaster: { ...service, optional: true } })
    const batch = await approved(site, asked, decide())
    expect(batch).toMatchObject({ mode: 'sequence', fees, gas: ['0x1', '0x2'] })
    expect(batch).not.toHaveProperty('sponsor')
  })
})

describe('an upgrade of an account whose key is in a device', () => {
  beforeEach(() => journal.accounts.update(alice, { source: 'ledger', devicePath: 'm/0' }))

  test('is to the executor that the device signs for', async () => {
    const upgrade = { mode: 'atomic', upgrade: true } as const
    await refused(site, request(), decide({ ...upgrade, delegate: executor }))
    const decision = decide({ ...upgrade, delegate: deviceExecutor })
    expect(await approved(site, request(), decision)).toMatchObject({ delegate: deviceExecutor })
  })
})

describe('calls with data', () => {
  test('to one of the user’s accounts are refused, and without data they run', async () => {
    const to = (data: '0x' | '0x12') => request({ calls: [call, { ...call, to: bob, data }] })
    await refused(site, to('0x12'), decide())
    expect(await approved(site, to('0x'), decide())).toMatchObject({ key: 'key' })
  })
})

test('calls in order have no delegate, whichever the page names', async () => {
  const batch = await approved(site, request(), decide({ delegate: stranger }))
  expect(batch).toMatchObject({ mode: 'sequence', delegate: null })
})

test('a batch that was seen to fail may be approved as it is, and has no amounts of the user’s', async () => {
  const batch = await approved(site, request(), decide({ expected: 'fails', edits: [] }))
  expect(batch).toMatchObject({ expected: 'fails' })
  for (const name of ['edited', 'locks', 'checkers', 'replaces'])
    expect(batch).not.toHaveProperty(name)
})

test('an amount that does not fit is said to be wrong before anything else is', async () => {
  const edits = [{ index: 0, amount: '0x0' as const }]
  await refused(site, request(), decide({ edits, expected: 'unknown' }))
})

test('whom the calls and their outcome pay counts as known from then on', async () => {
  const accepted = {
    verdict: 'succeeds' as const,
    changes: [],
    allowances: [],
    payees: [{ of: 'native', to: [{ address: bob, amount: '0x1' as const }] }],
  }
  const { write } = await approveBatch(site, request(), 'a', decide({ accepted }))
  expect(await journal.parties.count()).toBe(0)
  await write()
  const known = (await journal.parties.toArray()).map(({ address }) => address)
  expect(known.toSorted()).toEqual([stranger, bob.toLowerCase()].toSorted())
  expect(await journal.batches.get('key')).toMatchObject({ expected: accepted })
})

test('without an outcome that was accepted, only whom the calls pay is known', async () => {
  await approved(site, request(), decide())
  expect((await journal.parties.toArray()).map(({ address }) => address)).toEqual([stranger])
})
