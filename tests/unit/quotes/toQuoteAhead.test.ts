import { beforeEach, expect, test } from 'vitest'
import { toQuoteAhead } from '@/lib/quotes/toQuoteAhead'
import { journal } from '@/lib/db'
import { connectSite } from '../../harness/connectSite'
import { emptyDatabase } from '../database'
import { openWallet } from '../site/siteWallet'
import { batch } from '../wallet/fakeServices'

const wallet = openWallet()
const isOpen = () => Promise.resolve(true)

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

test('the one batch that waits is quoted ahead', async () => {
  expect(await toQuoteAhead(isOpen)).toBeUndefined()
  const { id } = await wallet.ask('wallet_sendCalls', batch())
  expect(await toQuoteAhead(isOpen)).toMatchObject({ id })
})

test('nothing is asked of a node while the wallet is locked: its page shows the lock', async () => {
  await wallet.ask('wallet_sendCalls', batch())
  expect(await toQuoteAhead(() => Promise.resolve(false))).toBeUndefined()
})

test('neither is a request that shows on the icon alone', async () => {
  const { id } = await wallet.ask('wallet_sendCalls', batch())
  await journal.approvals.update(id, { isQuiet: true })
  expect(await toQuoteAhead(isOpen)).toBeUndefined()
})

test('nor one behind another, nor what has no quote', async () => {
  const { id } = await wallet.ask('personal_sign', ['0x68656c6c6f', batch()[0]?.from as string])
  expect(await toQuoteAhead(isOpen)).toBeUndefined()
  await wallet.ask('wallet_sendCalls', batch())
  expect(await toQuoteAhead(isOpen)).toBeUndefined()
  await journal.approvals.delete(id)
  expect(await toQuoteAhead(isOpen)).toBeDefined()
})
