import type { Hash } from 'viem'
import { listed } from '../../chain/delegates.ts'
import { development } from '../../chain/development.ts'
import { rpc } from '../../chain/rpc.ts'
import type { Screen } from '../../device/ledgerApp.ts'
import { stranger } from '../../unit/accounts.ts'
import { codeOf, nonceOf, readyForDevice, waiting, weiOf } from '../support/chainState.ts'
import { killBrowser, launchWallet, type Wallet } from '../support/chromium.ts'
import { addFirstLedger, openDeviceSite, plugLedger } from '../support/devices.ts'
import { idOf, sendCalls, settled, statusOf } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { approvalWindow, approve, approveInOrder, closed, unlock } from '../support/walletPages.ts'

/** Kills a wallet's browser and starts it anew on the same profile, with no page open. */
const killed = async ({ profile }: Wallet, extension: string): Promise<Wallet> => {
  await killBrowser(profile)
  return launchWallet({ extension, profile, headless: true })
}

/** Unlocks the wallet on its own page, and goes on from there with what waits for the Ledger. */
const goOn = async ({ context, popup }: Wallet) => {
  const page = await popup()
  await unlock(page, development.password)
  await page.getByRole('link', { name: /Waiting for your Ledger/ }).click()
  await page.getByRole('button', { name: 'Continue with your Ledger', exact: true }).click()
  const window = await approvalWindow(context)
  await window.getByRole('button', { name: 'Choose your Ledger', exact: true }).click()
  return window
}

/** A user who confirms all but one screen, which they think about until `confirm` is called; `shown`: every screen. */
const thinksAbout = (number: number) => {
  const shown: Screen[] = []
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const decide = (screen: Screen) => (shown.push(screen) === number ? promise : true)
  return { shown, decide, confirm: () => resolve(true) }
}

const payments = [1, 2, 3].map((wei) => ({ to: stranger, value: `0x${wei}` }))

type Pool = { pending: Record<string, Record<string, { hash: Hash }>> }

test('a batch in order goes on after the browser is killed between signatures of a Ledger', async ({
  chains,
  dapp,
  extension,
  wallet,
}) => {
  const { url } = chains.local
  const ledger = await plugLedger(wallet.context)
  const own = await addFirstLedger(await wallet.popup('popup.html#ledger'))
  await readyForDevice(url, own)
  const site = await openDeviceSite(wallet, dapp.url, 'Ledger')
  const user = thinksAbout(2)
  ledger.device.decide = user.decide

  // The first is signed and sent, and in no block yet.
  await rpc(url, 'evm_setAutomine', [false])
  const asked = sendCalls(site, { from: own, atomicRequired: false, calls: payments })
  const window = await approvalWindow(wallet.context)
  await approveInOrder(window)
  const id = await idOf(asked)
  await expect.poll(() => waiting(url)).toBe(1)
  const { pending } = await rpc<Pool>(url, 'txpool_content')
  const sent = Object.values(pending).flatMap((ofOne) => Object.values(ofOne))
  let again = await killed(wallet, extension)

  const page = await again.context.newPage()
  await page.goto(dapp.url)
  expect(await statusOf(page, id)).toMatchObject({ status: 100, atomic: false })
  await rpc(url, 'evm_mine')
  await rpc(url, 'evm_setAutomine', [true])
  ;(await plugLedger(again.context)).device.decide = user.decide
  const second = await goOn(again)
  await expect(second.getByText('Confirmation 2 of 3')).toBeVisible()
  await expect.poll(() => user.shown.length).toBe(2)
  again = await killed(again, extension)

  // Its user confirms, and nobody is there to hear it.
  user.confirm()
  ;(await plugLedger(again.context)).device.decide = user.decide
  const reader = await again.context.newPage()
  await reader.goto(dapp.url)
  await closed(await goOn(again))
  const status = await settled(reader, id)
  expect(status).toMatchObject({ status: 200, atomic: false })
  expect(user.shown.map(({ shows }) => shows)).toEqual(Array(4).fill('transaction'))
  const [, before, after] = user.shown
  expect(after).toEqual(before)
  expect(status.receipts).toHaveLength(3)
  expect(status.receipts?.[0]?.transactionHash).toBe(sent[0]?.hash)
  expect(await nonceOf(url, own)).toBe(3)
  expect(await weiOf(url, stranger)).toBe(6n)
  await again.context.close()
})

test('an upgrade whose authorization a Ledger has signed goes on after the browser is killed @long', async ({
  chains,
  dapp,
  extension,
  wallet,
}) => {
  const { url } = chains.local
  const ledger = await plugLedger(wallet.context)
  const own = await addFirstLedger(await wallet.popup('popup.html#ledger'))
  await readyForDevice(url, own)
  const site = await openDeviceSite(wallet, dapp.url, 'Ledger')
  const user = thinksAbout(2)
  ledger.device.decide = user.decide

  const asked = sendCalls(site, { from: own })
  const window = await approvalWindow(wallet.context)
  await approve(window)
  const id = await idOf(asked)
  await expect(window.getByText('Confirmation 2 of 2')).toBeVisible()
  await expect.poll(() => user.shown.length).toBe(2)
  const again = await killed(wallet, extension)

  user.confirm()
  ;(await plugLedger(again.context)).device.decide = user.decide
  const reader = await again.context.newPage()
  await reader.goto(dapp.url)
  await closed(await goOn(again))
  expect(await settled(reader, id)).toMatchObject({ status: 200, atomic: true })
  const [authorization, before, after, ...more] = user.shown
  expect(authorization?.shows).toBe('authorization')
  expect(before?.shows).toBe('transaction')
  expect(after).toEqual(before)
  expect(more).toEqual([])
  expect(await codeOf(url, own)).toBe(`0xef0100${listed.simple.slice(2).toLowerCase()}`)
  expect(await nonceOf(url, own)).toBe(2)
  expect(await weiOf(url, stranger)).toBe(3n)
  await again.context.close()
})
