import { beforeEach, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import { isFirstVisit, recordApproval, recordVisit } from '@/lib/approvals/visits'
import { emptyDatabase } from '../database'
import { dapp, other } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from '../site/siteWallet'

beforeEach(emptyDatabase)

const day = 86_400_000

test('a site is new until it was said yes to, for a day', async () => {
  await recordVisit(dapp, 1000)
  await recordVisit(dapp, 5000)
  const site = await journal.sites.get(dapp)
  expect(site).toEqual({ origin: dapp, since: 1000 })
  expect(isFirstVisit(site, 1000)).toBe(true)
  expect(isFirstVisit(site, 999 + day)).toBe(true)
  expect(isFirstVisit(site, 1000 + day)).toBe(false)
  expect(isFirstVisit(undefined, 1000)).toBe(false)
  await recordApproval(dapp, 2000)
  expect(isFirstVisit(await journal.sites.get(dapp), 2000)).toBe(false)
})

test('one that was connected before anybody counted is not', async () => {
  await connectSite()
  await recordVisit(dapp, 1000)
  expect(isFirstVisit(await journal.sites.get(dapp), 1000)).toBe(false)
})

test('asking writes it down, a yes ends it, a no does not', async () => {
  await connectSite(other)
  const wallet = openWallet()
  const first = await wallet.ask('eth_requestAccounts', [], { origin: dapp })
  expect(isFirstVisit(await journal.sites.get(dapp), first.row.createdAt)).toBe(true)
  await wallet.reject(first.id)
  await first.answer
  const second = await wallet.ask('eth_requestAccounts', [], { origin: dapp })
  expect(isFirstVisit(await journal.sites.get(dapp), second.row.createdAt)).toBe(true)
  const [account] = await journal.accounts.toArray()
  await wallet.approve(second.id, { accounts: [account?.address], chainId: 8453 })
  await second.answer
  expect(isFirstVisit(await journal.sites.get(dapp), Date.now())).toBe(false)
})
