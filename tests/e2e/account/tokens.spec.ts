import type { Page } from '@playwright/test'
import { numberToHex, pad, stringToHex, type Hex } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { expect, test } from '../support/test.ts'
import { openJournal, addRows } from '../support/journal.ts'
import { looksWell } from '../support/accessibility.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

/**
 * EVM code that answers `symbol()`, `decimals()` with 6, and any other call with `balance`, each as one word.
 */
const tokenCode = (symbol: string, balance: number): Hex => {
  const give = '5f5260205ff3'
  const balanceOf = `61${balance.toString(16).padStart(4, '0')}${give}`
  const word = stringToHex(symbol, { size: 32 }).slice(2)
  return `0x5f3560e01c806395d89b411460215763313ce56714604957${balanceOf}5b7f${word}${give}5b6006${give}`
}

test('of 200 tokens only those in sight are there, and any is found @long', async ({
  chains,
  wallet,
}) => {
  const tokens = Array.from({ length: 200 }, (_, at) => ({
    address: pad(numberToHex(0xc0de00 + at), { size: 20 }),
    symbol: `T${at + 1}`,
  }))
  for (const [at, { address, symbol }] of tokens.entries())
    await rpc(chains.local.url, 'anvil_setCode', [address, tokenCode(symbol, at + 1)])
  await addRows(await openJournal(wallet), {
    assets: tokens.map(({ address }, at) => ({
      key: `31337:${address}`,
      chainId: 31337,
      address,
      standard: 'ERC20',
      addedAt: at,
    })),
  })

  const page = await wallet.popup()
  await page.setViewportSize({ width: 360, height: 600 })
  const home = page.getByRole('region', { name: 'Tokens' })
  await expect(home.getByRole('listitem')).toHaveCount(5)
  await expect(home).toContainText('T5')
  await home.getByRole('link', { name: 'All 202 tokens' }).click()

  const rows = page.locator('li[data-index]')
  // Two that nobody added follow: the account holds them, and they are on the wallet's list.
  const last = page.locator('li[aria-posinset="200"]')
  await expect(rows.first()).toContainText('T1')
  await expect(rows.first()).toContainText('0.000001')
  const count = () => rows.count()
  expect(await count()).toBeLessThan(40)
  await looksWell(page, 'tokens-200')
  await page.locator('ol').evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(last).toContainText('T200')
  expect(await count()).toBeLessThan(40)

  const search = page.getByRole('textbox', { name: 'Search by symbol or contract' })
  await search.fill('t137')
  await expect(button(page, /^Hide/)).toHaveCount(1)
  await button(page, 'Hide T137').click()
  await expect(page.getByText('No matches.')).toBeVisible()
  await search.fill(tokens[41]?.address ?? '')
  await expect(button(page, 'Hide T42')).toBeVisible()
  await search.fill('')
  await expect(page.locator('li[aria-setsize="201"]').first()).toBeVisible()
})
