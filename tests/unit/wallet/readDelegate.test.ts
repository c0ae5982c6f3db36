import { beforeEach, expect, test } from 'vitest'
import { cache } from '@/lib/db'
import { delegation } from '@/lib/delegate/executor'
import { verbs } from '@/lib/wallet'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'
import { alice, stranger } from '../accounts'
import { fakes } from './fakeServices'

beforeEach(emptyDatabase)

test.each([
  ['0x', { kind: 'plain', delegate: null }],
  [delegation(stranger), { kind: 'foreign', delegate: stranger }],
] as const)(
  'code %s is kept for the page as what it makes of the account',
  async (code, account) => {
    fakeNode({ eth_getCode: () => code })
    expect(await verbs.readDelegate({ chainId: 1, account: alice }, fakes().all)).toBe(true)
    expect((await cache.facts.get(`code:1:${alice}`))?.value).toEqual(account)
  },
)

test('a silent node is said to be so, and nothing is kept', async () => {
  fakeNode({
    eth_getCode: () => {
      throw new Error('the network is down')
    },
  })
  expect(await verbs.readDelegate({ chainId: 1, account: alice }, fakes().all)).toBe(false)
  expect(await cache.facts.toArray()).toEqual([])
})
