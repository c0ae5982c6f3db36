import { decodeFunctionData, pad, parseAbi } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { journal } from '@/lib/db'
import { internalOrigin } from '@/lib/approvals/internalOrigin'
import { verbs, type Verbs } from '@/lib/wallet'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'
import { alice, bob, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { decision, openWallet } from '../site/siteWallet'
import { fakes } from './fakeServices'

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

const sending = (change: Partial<Verbs['send']['takes']> = {}): Verbs['send']['takes'] => ({
  id: 'a',
  from: alice,
  to: stranger,
  chainId: 8453,
  asset: {},
  amount: '0x5' as const,
  ...change,
})

const { all } = fakes()

const callNow = async () => {
  const [row] = await approvals.pending()
  if (!row) throw new Error('no request is pending')
  return (row.params as [{ calls: [{ to: string; value: string; data: `0x${string}` }] }])[0]
    .calls[0]
}

openWallet()

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

describe('a payment', () => {
  test('of the coin waits for the user as the wallet’s own request', async () => {
    expect(await verbs.send(sending(), all)).toBe('done')
    const [row] = await approvals.pending()
    expect(row).toMatchObject({ id: 'a', origin: internalOrigin, method: 'eth_sendTransaction' })
    expect(await callNow()).toEqual({ to: stranger, value: '0x5', data: '0x' })
  })

  test('of a token, and of a single one', async () => {
    await verbs.send(sending({ asset: { address: token } }), all)
    const erc20 = await callNow()
    expect(erc20).toMatchObject({ to: token, value: '0x0' })
    const transfer = parseAbi(['function transfer(address, uint256)'])
    expect(decodeFunctionData({ abi: transfer, data: erc20.data }).args).toEqual([stranger, 5n])
    await journal.approvals.clear()
    await verbs.send(sending({ asset: { address: token, tokenId: '7' }, amount: '0x1' }), all)
    const safe = parseAbi(['function safeTransferFrom(address, address, uint256)'])
    const { args } = decodeFunctionData({ abi: safe, data: (await callNow()).data })
    expect(args).toEqual([alice, stranger, 7n])
  })

  test('asked for twice under one id asks once', async () => {
    let count = 0
    const off = approvals.approvalsChanged.on(() => {
      count++
    })
    await verbs.send(sending(), all)
    await verbs.send(sending(), all)
    off()
    expect([count, (await approvals.pending()).length]).toEqual([1, 1])
  })

  test.each([
    ['', {}],
    [', also by a yes in a panel, though it has no tab', { panelOf: 1 }],
  ])('becomes a batch like any other%s', async (_, place) => {
    await verbs.send(sending(), all)
    const asked = { id: 'a', decision: decision('one', 1), ...place }
    expect(await verbs.approve(asked, all)).toBe('done')
    expect(await journal.batches.toArray()).toMatchObject([
      { key: 'a', origin: internalOrigin, from: alice, calls: [{ to: stranger, value: '0x5' }] },
    ])
  })

  test('waits on when the worker starts anew: no page has to come back', async () => {
    await verbs.send(sending(), all)
    await approvals.leaveAll()
    await approvals.expire(Date.now() + 3_600_000)
    expect((await approvals.pending()).map(({ id }) => id)).toEqual(['a'])
  })

  test.each([
    ['from nobody', { from: stranger }],
    ['on no network', { chainId: 5 }],
    ['to nobody', { to: '0x0000000000000000000000000000000000000000' as const }],
  ])('%s is none', async (_, change) => {
    await expect(verbs.send(sending(change), all)).rejects.toThrow()
    expect(await approvals.pending()).toEqual([])
  })

  test('from a watched account is none', async () => {
    await journal.accounts.update(alice, { source: 'watch' })
    await expect(verbs.send(sending(), all)).rejects.toThrow()
  })

  test('to a name that means another address now is not asked for', async () => {
    fakeNode({ eth_call: () => pad(bob) })
    expect(await verbs.send(sending({ name: 'a.base.eth' }), all)).toBe('moved')
    expect(await approvals.pending()).toEqual([])
    expect(await verbs.send(sending({ name: 'a.base.eth', to: bob }), all)).toBe('done')
  })
})

test('no site has the origin of the wallet itself', () => {
  // The site door gives only origins with a scheme, or "null".
  expect(() => new URL(internalOrigin)).toThrow()
})

test('a contact is named, renamed and forgotten', async () => {
  await verbs.saveContact({ address: bob, name: 'Bob' }, all)
  await verbs.saveContact({ address: bob, name: 'Bobby' }, all)
  expect(await journal.contacts.toArray()).toEqual([{ address: bob, name: 'Bobby' }])
  await verbs.saveContact({ address: bob, name: null }, all)
  expect(await journal.contacts.count()).toBe(0)
})
