import type { Page } from '@playwright/test'
import { alice, bob } from '../unit/people.ts'
import { countWindows, decided, openConnected } from './approvals.ts'
import { request } from './dapp.ts'
import { expect, test } from './fixtures.ts'
import { openJournal, readRows } from './journal.ts'
import { heard, listen } from './site.ts'
import { approve, chooseNetwork, reject } from './wallet.ts'

const rejected = { error: { code: 4001, message: 'User rejected the request' } }

const accountsOf = async (page: Page) => (await request(page, 'eth_accounts')).result
const chainOf = async (page: Page) => (await request(page, 'eth_chainId')).result

test('a site gets the accounts and the network that the user chose', async ({ wallet, dapp }) => {
  const page = await wallet.context.newPage()
  await page.goto(dapp.url)
  await listen(page)
  expect(await accountsOf(page)).toEqual([])
  expect(await chainOf(page)).toBe('0x7a69')

  const answer = await decided(
    wallet.context,
    request(page, 'eth_requestAccounts'),
    async (window) => {
      await expect(window.getByRole('heading', { level: 1 })).toContainText(new URL(dapp.url).host)
      await expect(window.locator('main')).toContainText(alice)
      await window.getByRole('checkbox', { name: /Account 1/ }).uncheck()
      await window.getByRole('checkbox', { name: /Account 2/ }).check()
      await chooseNetwork(window, 'Base Sepolia')
      await approve(window)
    },
  )

  expect(answer).toEqual({ result: [bob] })
  expect(await accountsOf(page)).toEqual([bob])
  expect(await chainOf(page)).toBe('0x14a34')
  expect(await heard(page)).toEqual([
    ['connect', { chainId: '0x7a69' }],
    ['chainChanged', '0x14a34'],
    ['accountsChanged', [bob]],
  ])
})

test('a refusal and a closed window are 4001, and the site has nothing', async ({
  wallet,
  dapp,
}) => {
  const page = await wallet.context.newPage()
  await page.goto(dapp.url)
  const ask = () => request(page, 'eth_requestAccounts')
  expect(await decided(wallet.context, ask(), reject)).toEqual(rejected)
  expect(await decided(wallet.context, ask(), (window) => window.close())).toEqual(rejected)
  expect(await accountsOf(page)).toEqual([])
  expect(await readRows(await openJournal(wallet), 'permissions')).toEqual([])
})

test('a connected site is not asked again until it is disconnected', async ({
  wallet,
  connected,
}) => {
  await listen(connected)
  const windows = countWindows(wallet.context)
  expect(await request(connected, 'eth_requestAccounts')).toEqual({ result: [alice] })
  expect(windows()).toBe(0)

  const home = await wallet.popup()
  await home.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(() => heard(connected)).toEqual([['accountsChanged', []]])
  expect(await accountsOf(connected)).toEqual([])
  const again = request(connected, 'eth_requestAccounts')
  expect(await decided(wallet.context, again, reject)).toEqual(rejected)
})

test('two sites are separate', async ({ wallet, dapp, connected }) => {
  await listen(connected)
  const stranger = await wallet.context.newPage()
  await stranger.goto(dapp.other)
  expect(await accountsOf(stranger)).toEqual([])

  const other = await openConnected(wallet, dapp.other, 'Base')
  expect(await chainOf(other)).toBe('0x2105')
  expect(await chainOf(connected)).toBe('0x7a69')
  expect(await heard(connected)).toEqual([])
})
