import { beforeEach, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import * as permissions from '@/lib/sites/permissions'
import { verbs } from '@/lib/wallet'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, other, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { fakes } from './fakeServices'

const { all } = fakes()

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

test('a site is given other accounts and another network, and its pages are told', async () => {
  const before = await journal.permissions.get(dapp)
  let told = 0
  const off = permissions.permissionsChanged.on(() => {
    told++
  })
  const changed = { origin: dapp, accounts: [bob, alice], chainId: 84532 }
  expect(await verbs.changeSite(changed, all)).toBe('done')
  off()
  expect(await journal.permissions.get(dapp)).toEqual({ ...before, ...changed })
  expect(told).toBe(1)
})

test.each([
  ['a site that is not connected', { origin: other, accounts: [alice], chainId: 8453 }],
  ['no account', { origin: dapp, accounts: [], chainId: 8453 }],
])('%s is given nothing', async (_, change) => {
  const before = await journal.permissions.toArray()
  expect(await verbs.changeSite(change, all)).toBe('gone')
  expect(await journal.permissions.toArray()).toEqual(before)
})

test.each([
  ['account', { origin: dapp, accounts: [stranger], chainId: 8453 }],
  ['network', { origin: dapp, accounts: [alice], chainId: 5 }],
])('no %s is given that the wallet does not have', async (_, change) => {
  const before = await journal.permissions.toArray()
  await expect(verbs.changeSite(change, all)).rejects.toThrow()
  expect(await journal.permissions.toArray()).toEqual(before)
})

test('all sites are disconnected at once', async () => {
  await connectSite(other)
  await verbs.disconnect({}, all)
  expect(await journal.permissions.count()).toBe(0)
})
