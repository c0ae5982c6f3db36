import type { Page } from '@playwright/test'
import { stranger } from '../../unit/accounts.ts'
import { sendCalls } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { approvalWindow, reject } from '../support/walletPages.ts'

const preloaded = (page: Page) =>
  page
    .locator('link[rel=modulepreload]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))

test('an approval has its later files fetched before its own script runs, and no other page does', async ({
  wallet,
  connected,
}) => {
  const answer = sendCalls(connected, { calls: [{ to: stranger, value: '0x1' }] })
  const window = await approvalWindow(wallet.context)
  await expect(window.getByText('It succeeds')).toBeVisible()
  const named = await window.locator('meta[name=later-files]').getAttribute('content')
  const files = named?.split(' ') ?? []
  expect(files.length).toBeGreaterThan(2)
  expect(await preloaded(window)).toEqual(files)
  await reject(window)
  expect(await answer).toMatchObject({ error: { code: 4001 } })

  const home = await wallet.popup()
  await home.getByRole('heading', { name: 'Tokens' }).waitFor()
  expect(await preloaded(home)).toEqual([])
})
