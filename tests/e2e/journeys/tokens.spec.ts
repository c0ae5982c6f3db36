import { stranger } from '../../unit/accounts.ts'
import { test } from '../support/journey.ts'

test('a token is added by its contract as the chain tells it, hidden, and shown again @chromium', async ({
  walletBrowser,
  chains,
}) => {
  const { usdc, dai } = chains.local.contracts
  const page = await walletBrowser.open('')
  await page.front()
  const home = page.part('region', 'Tokens')
  await home.sees('lUSDC')
  await home.click('link', 'Add or hide')
  await page.find('heading', 'Tokens')
  await page.looksWell('tokens-listed')

  const lookUp = async (contract: string, item = '') => {
    await page.fill('Contract on Local', contract)
    await page.fill('Token ID (only for collectibles)', item)
    await page.click('button', 'Look up')
  }
  await page.click('button', 'Add a token')
  await lookUp('0x1234')
  await page.sees('This is not a valid address')
  await lookUp(stranger)
  await page.sees('This address has no contract on Local')
  await lookUp(usdc, '7')
  await page.sees('has no such ERC-1155 item')
  await page.looksWell('tokens-add')
  const adding = page.part('region', 'Add a token')
  for (const [contract, symbol] of [
    [usdc, 'lUSDC'],
    [dai, 'lDAI'],
  ] as const) {
    await lookUp(contract.toLowerCase())
    await adding.sees(new RegExp(`Symbol\\s*${symbol}`))
    await adding.sees(contract)
    if (contract === usdc) await page.looksWell('tokens-told')
    await page.click('button', 'Add token')
    await page.find('button', `Hide ${symbol}`)
    await page.click('button', 'Add a token')
  }
  await page.click('button', 'Cancel')

  await page.click('button', 'Hide lDAI')
  await page.gone('button', 'Hide lDAI')
  await page.find('button', 'Show lDAI again')
  await page.looksWell('tokens')
  await page.click('link', 'Back')
  await home.sees('lUSDC')
  await home.lacks('lDAI')
  await home.click('link', 'Add or hide')
  await page.click('button', 'Show lDAI again')
  await page.find('button', 'Hide lDAI')
})
