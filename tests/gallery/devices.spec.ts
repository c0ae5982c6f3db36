import { expect, type Page } from '@playwright/test'
import { codesOf, connecting, newQrDevice } from '../device/qrSigner.ts'
import { readyForDevice } from '../e2e/support/chainState.ts'
import {
  openDeviceSite,
  addFirstLedger,
  plugLedger,
  addFirstQr,
  cameraFile,
  hold,
} from '../e2e/support/devices.ts'
import { idOf, request, sendCalls } from '../e2e/support/site.ts'
import {
  approvalWindow,
  approve,
  closed,
  mayClose,
  reject,
  yes,
} from '../e2e/support/walletPages.ts'
import {
  approvalSizes,
  everyLanguage,
  screenSizes,
  takePictures,
  test,
  turnTo,
  writePart,
  type Picture,
} from './pictures.ts'

test.use({ camera: cameraFile })

/** The button that leads on, in any language. */
const onward = (page: Page) => page.locator('button[class*="primary"]').first()

const path = (page: Page) => page.getByText("m/44'/60'").first()

const ready = (window: Page) => expect(yes(window)).not.toHaveAttribute('aria-disabled', 'true')

/** Clicks Approve once it is armed, in any language. */
const approveNow = async (window: Page) => {
  await ready(window)
  await yes(window).click()
}

/** Has the device of an account show its address, on the screen that shows that to others. */
const showAddress = async (page: Page) => {
  await page.locator('main button:not([aria-label])').click()
  await page.getByRole('status').waitFor()
}

/** Takes a scene in every language: each begins with a fresh page, from which `reach` leads to it. */
const take = async (
  page: Page,
  name: string,
  kind: 'screen' | 'window' | 'first look',
  reach: () => Promise<unknown>,
): Promise<Picture[]> => {
  const taken: Picture[] = []
  const at = kind === 'screen' ? screenSizes : approvalSizes
  // English last: what follows is known by its English words.
  for (const language of everyLanguage.toReversed()) {
    await turnTo(page, language)
    await reach()
    // A click may have scrolled the page, whose bars would then lie over it.
    await page.evaluate(() => scrollTo(0, 0))
    const isApproval = kind === 'first look'
    taken.push(...(await takePictures(page, { name, language, at, isApproval })))
  }
  return taken
}

/** Leaves for later what a window has a device sign. */
const leave = async (window: Page) => {
  await mayClose(window, () => window.getByRole('button', { name: 'Later', exact: true }).click())
  await closed(window)
}

test('devices', async ({ chains, wallet, dapp }) => {
  const { url } = chains.local
  const { context } = wallet
  const taken: Picture[] = []
  const add = async (...scene: Parameters<typeof take>) => taken.push(...(await take(...scene)))

  const ledger = await plugLedger(context)
  const page = await wallet.popup('popup.html#ledger')
  const own = await addFirstLedger(page)
  await readyForDevice(url, own)
  await add(page, 'ledger addresses', 'screen', () => path(page).waitFor())
  ledger.device.isLocked = true
  await add(page, 'ledger locked', 'screen', () => page.getByRole('alert').waitFor())
  ledger.device.isLocked = false

  const site = await openDeviceSite(wallet, dapp.url, 'Ledger')
  const thinks = () => new Promise<boolean>(() => undefined)
  const batch = sendCalls(site, { from: own })
  const window = await approvalWindow(context)
  await add(window, 'ledger batch', 'first look', () => ready(window))
  // Its user thinks about it.
  ledger.device.decide = thinks
  await approve(window)
  // Which confirmation it is, and what is waited for.
  await add(window, 'ledger confirms', 'window', () =>
    expect(window.getByRole('status')).toHaveCount(2),
  )
  await page.goto(`${page.url().split('#')[0]}#accounts`)
  await page.getByRole('button', { name: 'Use Account 3 · Ledger', exact: true }).click()
  await page.getByText('Active', { exact: true }).waitFor()
  await page.goto(`${page.url().split('#')[0]}#receive`)
  await add(page, 'ledger waits', 'screen', () => showAddress(page))
  await turnTo(page, 'en')
  ledger.device.isLocked = true
  await add(window, 'ledger fault', 'window', () => window.getByRole('alert').waitFor())
  ledger.device.isLocked = false
  ledger.device.decide = ({ shows }) => (shows === 'authorization' ? true : thinks())
  await add(window, 'ledger confirms again', 'window', () =>
    expect(window.locator('[class*="digest"]')).toHaveCount(1),
  )
  await leave(window)
  await idOf(batch)
  ledger.device.decide = thinks
  await add(page, 'ledger shows address', 'screen', () => showAddress(page))
  await page.close()

  const message = request(site, 'personal_sign', ['0x68656c6c6f', own])
  const asking = await approvalWindow(context)
  await add(asking, 'ledger message', 'window', async () => {
    await approveNow(asking)
    await asking.getByRole('status').waitFor()
  })
  await asking.getByRole('button', { name: 'Back', exact: true }).click()
  await reject(asking)
  // The batch waits for the device still.
  await leave(asking)
  await message
  await writePart('devices', taken)
})

test('QR devices', async ({ chains, wallet, dapp }) => {
  const { url } = chains.local
  const { context } = wallet
  const taken: Picture[] = []
  const add = async (...scene: Parameters<typeof take>) => taken.push(...(await take(...scene)))

  const device = newQrDevice()
  const codes = codesOf(connecting(device, 'live'))
  const page = await wallet.popup('popup.html#qr')
  // A part of its codes alone: what is read never comes to an end.
  hold(codes.slice(0, 3))
  await add(page, 'qr reading', 'screen', async () => {
    await onward(page).click()
    await expect(page.locator('progress')).not.toHaveAttribute('value', '0')
  })
  await turnTo(page, 'en')
  hold(['ethereum:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'])
  await add(page, 'qr foreign', 'screen', async () => {
    await onward(page).click()
    await page.getByRole('alert').waitFor()
  })
  await turnTo(page, 'en')
  hold(codes)
  await add(page, 'qr addresses', 'screen', async () => {
    await onward(page).click()
    await path(page).waitFor()
  })
  await turnTo(page, 'en')
  const own = await addFirstQr(page, device)
  await readyForDevice(url, own)

  const site = await openDeviceSite(wallet, dapp.url, 'QR device')
  const batch = sendCalls(site, { from: own, atomicRequired: false })
  const window = await approvalWindow(context)
  await add(window, 'qr batch', 'first look', () => ready(window))
  await approve(window)
  await add(window, 'qr shows', 'window', () => window.locator('figure').waitFor())
  hold(['ethereum:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'])
  await add(window, 'qr scans', 'window', async () => {
    await onward(window).click()
    await window.locator('input[type=file]').waitFor()
  })
  await add(window, 'qr fault', 'window', async () => {
    await onward(window).click()
    await onward(window).click()
    await window.getByRole('alert').waitFor()
  })
  await leave(window)
  await idOf(batch)
  await writePart('QR devices', taken)
})
