import { zeroAddress } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { callsTakingBack } from '@/lib/allowances/takeBack'
import * as approvals from '@/lib/approvals/approvals'
import { internalOrigin } from '@/lib/approvals/internalOrigin'
import { journal } from '@/lib/db'
import { permit2 } from '@/lib/decode/contracts'
import { readCall } from '@/lib/decode/read'
import type { DecodedCall } from '@/lib/decode/reading'
import { verbs } from '@/lib/wallet'
import { connectSite } from '../../harness/connectSite'
import { emptyDatabase } from '../database'
import { alice, bob, stranger } from '../accounts'
import { fakes } from '../wallet/fakeServices'
import { addressOf } from './approvals'

const token = addressOf(0)
const spender = bob

const readings = (standing: Parameters<typeof callsTakingBack>[0]): DecodedCall[] =>
  callsTakingBack(standing).map(({ to, data }) =>
    readCall({ from: alice, to, value: '0x0', data }, 8453),
  )

describe('the calls', () => {
  test('set an allowance to nothing', () => {
    expect(readings([{ standard: 'ERC20', token, spender }])).toMatchObject([
      { kind: 'approve', change: 'set', token, spender, amount: '0x0', keeper: 'token' },
    ])
  })

  test('end all allowances of Permit2 at once', () => {
    const standing = [
      { standard: 'Permit2', token, spender },
      { standard: 'Permit2', token: addressOf(1), spender: stranger },
    ] as const
    expect(callsTakingBack(standing)).toHaveLength(1)
    expect(callsTakingBack(standing)).toMatchObject([{ to: permit2 }])
    expect(JSON.stringify(readings(standing))).toContain(stranger)
  })

  test.each(['ERC721', 'ERC1155'] as const)('take the right of an operator of %s', (standard) => {
    expect(readings([{ standard, token, spender }])).toMatchObject([
      { kind: 'approveAll', token, operator: spender, isApproved: false },
    ])
  })

  test('approve nobody for a token ID, where 0 as a spender’s amount would be ID 0', () => {
    const standing = [{ standard: 'ERC721', token, spender, tokenId: '0x7' }] as const
    expect(readings(standing)).toMatchObject([
      { kind: 'approve', token, spender: zeroAddress, amount: '0x7' },
    ])
  })
})

describe('asking', () => {
  const { all } = fakes()
  const standing = [
    { standard: 'ERC20' as const, token, spender },
    { standard: 'ERC721' as const, token, spender },
  ]
  const calls = callsTakingBack(standing)
  const asked = { id: 'a', from: alice, chainId: 8453, calls }

  beforeEach(async () => {
    await emptyDatabase()
    await connectSite()
  })

  test('waits for the user as one batch of the wallet’s own, once for an id', async () => {
    await verbs.takeBack(asked, all)
    await verbs.takeBack(asked, all)
    const rows = await approvals.pending()
    expect(rows).toMatchObject([{ id: 'a', origin: internalOrigin }])
    expect(rows[0]?.params).toEqual([
      {
        from: alice,
        chainId: 8453,
        atomicRequired: false,
        calls: calls.map((call) => ({ ...call, value: '0x0' })),
      },
    ])
  })

  test.each([
    ['for nobody', { from: stranger }],
    ['on no network', { chainId: 5 }],
    ['without a call', { calls: [] }],
  ])('%s is none', async (_, change) => {
    await expect(verbs.takeBack({ ...asked, ...change }, all)).rejects.toThrow('nothing')
  })

  test('for a watched account is none', async () => {
    await journal.accounts.update(alice, { source: 'watch' })
    await expect(verbs.takeBack(asked, all)).rejects.toThrow('nothing')
    expect(await approvals.pending()).toEqual([])
  })
})
