import type { Page } from '@playwright/test'
import { development } from '../../chain/development.ts'
import { newQrDevice } from '../../device/qrSigner.ts'
import { openJournal, readRows } from '../support/journal.ts'
import { plugLedger, cameraFile, showKeys } from '../support/devices.ts'
import { expect, test } from '../support/test.ts'

test.use({ camera: cameraFile })

/** Begins with the first address that a page lists; returns it. */
const begin = async (page: Page) => {
  const add = page.getByRole('button', { name: /^Add 0x/ }).first()
  const name = await add.getAttribute('aria-label')
  await add.click()
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(development.password)
  await page
    .getByRole('textbox', { name: 'Repeat password', exact: true })
    .fill(development.password)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('button', { name: 'Lock', exact: true }).waitFor()
  return name?.replace('Add ', '')
}

test('a wallet begins with an account in a Ledger', async ({ fresh }) => {
  await plugLedger(fresh.context)
  const page = await fresh.popup()
  await page.getByRole('button', { name: 'Connect a Ledger', exact: true }).click()
  await page.getByRole('button', { name: 'Choose your Ledger', exact: true }).click()
  const address = await begin(page)
  const accounts = await readRows(await openJournal(fresh), 'accounts')
  expect(accounts).toMatchObject([{ address, source: 'ledger', devicePath: "m/44'/60'/0'/0/0" }])
})

test('a wallet begins with an account in a QR device', async ({ fresh }) => {
  const page = await fresh.popup()
  await page.getByRole('button', { name: 'Connect a QR device', exact: true }).click()
  await showKeys(page, newQrDevice(), 'bip44')
  const address = await begin(page)
  const accounts = await readRows(await openJournal(fresh), 'accounts')
  expect(accounts).toMatchObject([{ address, source: 'qr', devicePath: "m/44'/60'/0'/0/0" }])
})
