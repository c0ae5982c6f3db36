import type { Page } from '@playwright/test'
import { alice, bob } from '../../unit/accounts.ts'
import {
  countWindows,
  decided,
  openConnected,
  approve,
  chooseNetwork,
  disconnect,
  reject,
} from '../support/walletPages.ts'
import { request, heard, listen } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { openJournal, readRows } from '../support/journal.ts'

const rejected = { error: { code: 4001, message: 'User rejected the request' } }

const accountsOf = async (page: Page) => (await request(page, 'eth_accounts')).result
const chainOf = async (page: Page) => (await request(page, 'eth_chainId')).result

test('a site gets the accounts and the network that the user chose', async ({ wallet, dapp }) => {
  const page = await wallet.context.newPage()
  await page.goto(dapp.url)
  await listen(page)
  expect(await accountsOf(page)).toEqual([])
  expect(await chainOf(page)).toBe('0x7a69')
  await expect.poll(() => heard(page)).toEqual([['connect', { chainId: '0x7a69' }]])

  const answer = await decided(
    wallet.context,
    request(page, 'eth_requestAccounts'),
    async (window) => {
      await expect(window.getByRole('heading', { level: 1 })).toContainText(new URL(dapp.url).host)
      await expect(window.locator('main').getByTitle(alice)).toBeVisible()
      await window.getByRole('checkbox', { name: /Account 1/ }).uncheck()
      await window.getByRole('checkbox', { name: /Account 2/ }).check()
      await chooseNetwork(window, 'Base Sepolia')
      await approve(window)
    },
  )

  expect(answer).toEqual({ result: [bob] })
  expect(await accountsOf(page)).toEqual([bob])
  expect(await chainOf(page)).toBe('0x14a34')
  await expect
    .poll(() => heard(page))
    .toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['chainChanged', '0x14a34'],
      ['accountsChanged', [bob]],
    ])
})

test('a site is offered the network that it asked for before it was connected', async ({
  wallet,
  dapp,
}) => {
  const page = await wallet.context.newPage()
  await page.goto(dapp.url)
  const wanted = await request(page, 'wallet_switchEthereumChain', [{ chainId: '0x14a34' }])
  expect(wanted).toMatchObject({ error: { code: 4100 } })
  await decided(wallet.context, request(page, 'eth_requestAccounts'))
  expect(await chainOf(page)).toBe('0x14a34')
})

test('the account chosen at home is the one everywhere, and a new site is offered it first', async ({
  wallet,
  dapp,
}) => {
  const home = await wallet.popup()
  const choice = home.getByRole('combobox', { name: 'Account' })
  await choice.selectOption('Account 2')
  await expect(home.getByTitle(bob)).toBeVisible()
  const accounts = await wallet.popup('popup.html#accounts')
  const second = accounts.getByRole('listitem', { name: 'Account 2' })
  await expect(second.getByText('Active')).toBeVisible()
  await accounts.getByRole('button', { name: 'Use Account 1' }).click()
  await expect(choice).toHaveValue(alice)
  await choice.selectOption('Account 2')
  await expect(second.getByText('Active')).toBeVisible()
  const receive = await wallet.popup('popup.html#receive')
  await expect(receive.getByText(bob)).toBeVisible()

  const page = await wallet.context.newPage()
  await page.goto(dapp.url)
  const answer = await decided(
    wallet.context,
    request(page, 'eth_requestAccounts'),
    async (window) => {
      await expect(window.getByRole('checkbox', { name: /Account 2/ })).toBeChecked()
      await expect(window.getByRole('checkbox', { name: /Account 1/ })).not.toBeChecked()
      await approve(window)
    },
  )
  expect(answer).toEqual({ result: [bob] })
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

test('a connected site is not asked again until it is disconnected @long', async ({
  wallet,
  dapp,
  connected,
}) => {
  await listen(connected)
  const windows = countWindows(wallet.context)
  expect(await request(connected, 'eth_requestAccounts')).toEqual({ result: [alice] })
  expect(windows()).toBe(0)

  await disconnect(await wallet.popup(), dapp.url)
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
