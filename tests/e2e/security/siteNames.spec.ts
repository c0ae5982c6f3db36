import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { approvalWindow, closed, decided, reject } from '../support/walletPages.ts'
import { request } from '../support/site.ts'
import type { Wallet } from '../support/chromium.ts'
import { expect, test } from '../support/test.ts'

/** Opens a page at a host that nothing on the network serves. */
const openAt = async ({ context }: Wallet, url: string): Promise<Page> => {
  await context.route(`${url}**`, (route) =>
    route.fulfill({
      contentType: 'text/html;charset=utf-8',
      body: '<!doctype html><html lang="en"><title>A site</title><h1>A site</h1></html>',
    }),
  )
  const page = await context.newPage()
  await page.goto(url)
  return page
}

test('a site under a name like a well-known one is said to be another', async ({ wallet }) => {
  const page = await openAt(wallet, 'https://app-uniswap.org/')
  await decided(wallet.context, request(page, 'eth_requestAccounts'), async (window) => {
    await expect(window.getByRole('alert')).toContainText('app-uniswap.org looks like uniswap.org')
    await reject(window)
  })
})

test('the true site is not', async ({ wallet }) => {
  const page = await openAt(wallet, 'https://app.uniswap.org/')
  await decided(wallet.context, request(page, 'eth_requestAccounts'), async (window) => {
    await expect(window.getByRole('button', { name: 'Approve' })).toBeEnabled()
    await expect(window.getByRole('alert')).toHaveCount(0)
    await reject(window)
  })
})

test('lists that cannot be loaded are said', async ({ wallet, extension }) => {
  const chunks = join(extension, 'chunks')
  const name = (await readdir(chunks)).find((file) => /^check-.*\.js$/.test(file))
  if (!name) throw new Error('The build has no chunk with the lists.')
  const lists = join(chunks, name)
  await rename(lists, `${lists}.away`)
  try {
    const page = await openAt(wallet, 'https://app-uniswap.org/')
    const answer = request(page, 'eth_requestAccounts')
    const window = await approvalWindow(wallet.context)
    await expect(window.getByRole('alert')).toContainText('could not compare')
    await expect(window.getByRole('button', { name: 'Approve' })).toBeEnabled()
    await reject(window)
    await Promise.all([answer, closed(window)])
  } finally {
    await rename(`${lists}.away`, lists)
  }
})
