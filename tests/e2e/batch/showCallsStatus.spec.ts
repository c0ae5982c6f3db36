import type { BrowserContext } from '@playwright/test'
import { development } from '../../chain/development.ts'
import { rpc } from '../../chain/rpc.ts'
import { decided, openConnected, openDetails, sendUnmined, unlock } from '../support/walletPages.ts'
import { idOf, payments, request, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const isOwn = (url: string) => url.includes('popup.html#')

const ownPages = (context: BrowserContext) => context.pages().filter((page) => isOwn(page.url()))

/** Returns the wallet's page, once it has its URL: a page that has just opened has none. */
const ownPage = async (context: BrowserContext) => {
  await expect.poll(() => ownPages(context).length).toBe(1)
  const [page] = ownPages(context)
  if (!page) throw new Error('The wallet has no page.')
  return page
}

test('a site opens the wallet on its batch, once however often it asks', async ({
  chains,
  wallet,
  connected,
}) => {
  const { context } = wallet
  const one = { calls: payments.slice(0, 1) }
  const { url, id } = await sendUnmined(chains.local, wallet, connected, one)
  let opened = 0
  context.on('page', () => opened++)

  const all = await connected.evaluate(async (batch) => {
    type Provider = { request: (request: object) => Promise<unknown> }
    const { ethereum } = window as unknown as { ethereum: Provider }
    const ask = () => ethereum.request({ method: 'wallet_showCallsStatus', params: [batch] })
    return Promise.all(Array.from({ length: 20 }, ask))
  }, id)
  expect(all).toEqual(Array.from({ length: 20 }, () => null))
  const page = await ownPage(context)
  const heading = page.getByRole('heading', { level: 2 }).first()
  await expect(heading).toHaveText('Sent')
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await rpc(url, 'evm_mine')
  await settled(connected, id)
  await expect(heading).toHaveText('Confirmed')

  for (let call = 0; call < 20; call++)
    expect(await request(connected, 'wallet_showCallsStatus', [id])).toEqual({ result: null })
  await openDetails(page)
  await expect(page.getByText('200 (EIP-5792)')).toBeVisible()
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  expect(opened).toBe(1)
  expect(ownPages(context)).toHaveLength(1)

  await rpc(url, 'evm_setAutomine', [true])
  const next = await idOf(decided(context, sendCalls(connected, one)))
  await settled(connected, next)
  await request(connected, 'wallet_showCallsStatus', [next])
  await expect(page.getByText(next)).toBeVisible()
  await expect(page.getByText(id)).toBeHidden()

  await page.close()
  await request(connected, 'wallet_showCallsStatus', [id])
  const last = await ownPage(context)
  await openDetails(last)
  await expect(last.getByText(id)).toBeVisible()
  expect(ownPages(context)).toHaveLength(1)
})

test('a locked wallet asks for the password first, then shows the batch @long', async ({
  wallet,
  connected,
}) => {
  const { context } = wallet
  const id = await idOf(decided(context, sendCalls(connected, { calls: payments.slice(0, 1) })))
  const home = await wallet.popup()
  await home.getByRole('button', { name: 'Lock' }).click()
  await expect(home.getByRole('button', { name: 'Unlock' })).toBeVisible()
  expect(await request(connected, 'wallet_showCallsStatus', [id])).toEqual({ result: null })
  const page = await ownPage(context)
  await unlock(page, development.password)
  await openDetails(page)
  await expect(page.getByText(id)).toBeVisible()
})

test('another site opens nothing, and is told what it is told of an id that never was @long', async ({
  wallet,
  dapp,
  connected,
}) => {
  const { context } = wallet
  const id = await idOf(decided(context, sendCalls(connected, { calls: payments.slice(0, 1) })))
  const other = await openConnected(wallet, dapp.other, 'Local')
  const theirs = await request(other, 'wallet_showCallsStatus', [id])
  expect(theirs).toMatchObject({ error: { code: 5730 } })
  expect(theirs).toEqual(await request(other, 'wallet_showCallsStatus', ['0x1234']))
  expect(theirs).toEqual(await request(other, 'wallet_getCallsStatus', ['0x1234']))
  expect(ownPages(context)).toEqual([])
})
