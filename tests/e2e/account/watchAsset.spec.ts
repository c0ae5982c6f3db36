import { stranger } from '../../unit/accounts.ts'
import { closed, approvalWindow, reject, yes } from '../support/walletPages.ts'
import { signed, viemOn } from '../support/clients.ts'
import { expect, test } from '../support/test.ts'
import { looksWell } from '../support/accessibility.ts'

test('a token that a site proposes is shown as its chain tells it, and listed on home', async ({
  chains,
  wallet,
  connected,
}) => {
  const { usdc: address } = chains.local.contracts
  const watch = (options: { address: string; symbol: string; decimals: number }) =>
    viemOn(connected).watchAsset({ type: 'ERC20', options })

  const none = watch({ address: stranger, symbol: 'NONE', decimals: 18 }).catch(
    (error: unknown) => (error as { code?: number }).code,
  )
  const refused = await approvalWindow(wallet.context)
  await expect(refused.getByRole('alert')).toContainText('This address has no contract')
  await expect(yes(refused)).toBeDisabled()
  await looksWell(refused, 'watchAsset-none')
  await reject(refused)
  expect(await none).toBe(4001)
  await closed(refused)

  const asked = watch({ address, symbol: 'USDT', decimals: 18 })
  const added = await signed(wallet.context, asked, async (window) => {
    const token = window.getByRole('region', { name: 'The token' })
    await expect(token).toContainText('SymbollUSDC')
    await expect(token).toContainText('Decimals6')
    await expect(token).toContainText('You have10,000 lUSDC')
    await expect(token).toContainText(address)
    await expect(window.locator('main')).toContainText('calls this token USDT')
    await expect(window.locator('main')).toContainText('says 18 decimals, but the token has 6')
    await looksWell(window, 'watchAsset')
  })
  expect(added).toBe(true)

  const home = await wallet.popup()
  const tokens = home.getByRole('region', { name: 'Tokens' })
  await expect(tokens.getByRole('listitem').filter({ hasText: 'lUSDC' })).toBeVisible()
  expect(await watch({ address, symbol: 'lUSDC', decimals: 6 })).toBe(true)
})
