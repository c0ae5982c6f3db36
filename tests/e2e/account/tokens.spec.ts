import type { Page } from '@playwright/test'
import { numberToHex, pad, stringToHex, type Hex } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { stranger } from '../../unit/accounts.ts'
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

test('a token is added by its contract as the chain tells it, hidden, and shown again', async ({
  chains,
  wallet,
}) => {
  const { usdc, dai } = chains.local.contracts
  const page = await wallet.popup()
  await page.setViewportSize({ width: 360, height: 600 })
  const home = page.getByRole('region', { name: 'Tokens' })
  await expect(home).toContainText('lUSDC')
  await home.getByRole('link', { name: 'Add or hide' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tokens')
  await looksWell(page, 'tokens-listed')

  const lookUp = async (contract: string, item = '') => {
    await page.getByRole('textbox', { name: 'Contract on Local' }).fill(contract)
    await page.getByRole('textbox', { name: /^Token ID \(only for/ }).fill(item)
    await button(page, 'Look up').click()
  }
  await button(page, 'Add a token').click()
  await lookUp('0x1234')
  await expect(page.getByText('This is not a valid address')).toBeVisible()
  await lookUp(stranger)
  await expect(page.getByText('This address has no contract on Local')).toBeVisible()
  await lookUp(usdc, '7')
  await expect(page.getByText('has no such ERC-1155 item')).toBeVisible()
  await looksWell(page, 'tokens-add')
  for (const [contract, symbol] of [
    [usdc, 'lUSDC'],
    [dai, 'lDAI'],
  ] as const) {
    await lookUp(contract.toLowerCase())
    const adding = page.getByRole('region', { name: 'Add a token' })
    await expect(adding).toContainText(`Symbol${symbol}`)
    await expect(adding).toContainText(contract)
    if (contract === usdc) await looksWell(page, 'tokens-told')
    await button(page, 'Add token').click()
    await expect(button(page, `Hide ${symbol}`)).toBeVisible()
    await button(page, 'Add a token').click()
  }
  await button(page, 'Cancel').click()

  await button(page, 'Hide lDAI').click()
  await expect(button(page, 'Hide lDAI')).toHaveCount(0)
  await expect(button(page, 'Show lDAI again')).toBeVisible()
  await looksWell(page, 'tokens')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(home).toContainText('lUSDC')
  await expect(home).not.toContainText('lDAI')
  await home.getByRole('link', { name: 'Add or hide' }).click()
  await button(page, 'Show lDAI again').click()
  await expect(button(page, 'Hide lDAI')).toBeVisible()
})

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
