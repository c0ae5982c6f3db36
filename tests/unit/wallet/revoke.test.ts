import { numberToHex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { journal } from '@/lib/db'
import { delegation } from '@/lib/delegate/executor'
import { internalOrigin } from '@/lib/approvals/internalOrigin'
import { quoteRow } from '@/lib/quotes/waitingRequest'
import { verbs, type Verbs } from '@/lib/wallet'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'
import { alice, bob, stranger } from '../accounts'
import { well } from '../simulate/simulatingNode'
import { connectSite } from '../../harness/connectSite'
import { decision, openWallet } from '../site/siteWallet'
import { batch, fakes } from './fakeServices'

const { all } = fakes()
const wallet = openWallet()

const node = { ...well, eth_getCode: () => delegation(stranger), eth_estimateGas: () => '0x5208' }

const asked = (change: Partial<Verbs['revoke']['takes']> = {}) => ({
  id: 'a',
  from: alice,
  chainId: 8453,
  delegate: stranger,
  ...change,
})

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
  fakeNode(node)
})

describe('revoking', () => {
  test('waits for the user as the wallet’s own request for an empty call to the account itself', async () => {
    expect(await verbs.revoke(asked(), all)).toBe('done')
    const [row] = await approvals.pending()
    expect(row).toMatchObject({ id: 'a', origin: internalOrigin, method: 'eth_sendTransaction' })
    const calls = [{ to: alice, value: '0x0', data: '0x' }]
    expect(row?.params).toMatchObject([{ from: alice, chainId: 8453, revokes: stranger, calls }])
  })

  test('becomes a batch that says what it revokes', async () => {
    await verbs.revoke(asked(), all)
    const answer = await verbs.approve({ id: 'a', decision: decision('one') }, all)
    expect(answer).toBe('done')
    expect(await journal.batches.toArray()).toMatchObject([
      { key: 'a', origin: internalOrigin, mode: 'one', revokes: stranger, upgrade: false },
    ])
  })

  test('asked for again under one id is the same, whatever became of it', async () => {
    await verbs.revoke(asked(), all)
    fakeNode({ ...node, eth_getCode: () => '0x' })
    expect(await verbs.revoke(asked(), all)).toBe('done')
    expect(await approvals.pending()).toHaveLength(1)
  })

  test('is quoted without a simulation: 60,000 gas, and nothing moves', async () => {
    await verbs.revoke(asked(), all)
    const { asked: questions } = fakeNode(node)
    const quote = await quoteRow({ id: 'a' })
    expect(quote).toMatchObject({
      mode: 'one',
      upgrade: false,
      verdict: 'succeeds',
      gas: ['0xea60'],
      blocked: null,
      changes: [],
      allowances: [],
      unchecked: [],
      isShort: false,
      value: '0x0',
      account: { kind: 'foreign', delegate: stranger },
      l1Fee: '0x3e8',
    })
    expect(questions.map(({ method }) => method)).not.toContain('eth_simulateV1')
  })

  test.each<[string, () => unknown, number]>([
    ['counts the L1 as gas', () => numberToHex(50_000), 89_000],
    ['asks less for a transfer', () => numberToHex(20_000), 60_000],
    [
      'does not estimate',
      () => {
        throw new Error('silence')
      },
      60_000,
    ],
  ])('has gas enough where the chain %s', async (_, estimate, gas) => {
    await verbs.revoke(asked(), all)
    fakeNode({ ...node, eth_estimateGas: estimate })
    expect((await quoteRow({ id: 'a' })).gas).toEqual([numberToHex(gas)])
  })

  test('can only be rejected where the account is another by now', async () => {
    await verbs.revoke(asked(), all)
    fakeNode({ ...node, eth_getCode: () => '0x' })
    expect(await quoteRow({ id: 'a' })).toMatchObject({ blocked: 'other delegate' })
  })

  test.each([
    ['none', '0x'],
    ['another', delegation(bob)],
  ])('is not asked for where the account has %s', async (_, code) => {
    fakeNode({ ...node, eth_getCode: () => code })
    expect(await verbs.revoke(asked(), all)).toBe('changed')
    expect(await approvals.pending()).toEqual([])
  })

  test('is not asked for where there is not enough for the fee, which is told', async () => {
    fakeNode({ ...node, eth_getBalance: () => '0x64' })
    const ceiling = numberToHex(60_000n * 201n)
    const fee = { ceiling, l1Fee: '0x3e8', balance: '0x64' }
    expect(await verbs.revoke(asked(), all)).toEqual(fee)
    expect(await approvals.pending()).toEqual([])
  })

  test.each([
    ['for nobody', { from: stranger }],
    ['on no network', { chainId: 5 }],
  ])('%s is none', async (_, change) => {
    await expect(verbs.revoke(asked(change), all)).rejects.toThrow('nothing')
  })

  test('for a watched account is none', async () => {
    await journal.accounts.update(alice, { source: 'watch' })
    await expect(verbs.revoke(asked(), all)).rejects.toThrow('nothing')
    expect(await approvals.pending()).toEqual([])
  })
})

describe('a site that says what it revokes', () => {
  const revokes = stranger
  const self = { to: alice, value: '0x0', data: '0x' }

  test.each<[string, unknown]>([
    ['eth_sendTransaction', [{ ...self, from: alice, revokes }]],
    ['wallet_sendCalls', batch({ calls: [{ ...self, revokes }], revokes })],
  ])('by %s gets an ordinary call', async (method, params) => {
    const { id, row } = await wallet.ask(method, params)
    expect(JSON.stringify(row.params)).not.toContain('revokes')
    await wallet.approve(id, { ...decision('one'), revokes })
    const [stored] = await journal.batches.toArray()
    expect(stored).toMatchObject({ mode: 'one', calls: [self] })
    expect(stored).not.toHaveProperty('revokes')
  })

  test('gets nothing even where it stood in its row', async () => {
    const { id, row } = await wallet.ask('eth_sendTransaction', [{ ...self, from: alice }])
    const [request] = row.params as [object]
    await journal.approvals.update(id, { params: [{ ...request, revokes }] })
    await expect(wallet.approve(id, decision('one'))).rejects.toThrow('does not fit')
    expect(await journal.batches.count()).toBe(0)
  })
})
