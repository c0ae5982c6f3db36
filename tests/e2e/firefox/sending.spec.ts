import { encodeFunctionData, erc20Abi, maxUint256, parseUnits } from 'viem'
import { alice, stranger } from '../../unit/accounts.ts'
import { sendMined, tokensOf } from '../support/chainState.ts'
import { viemOn } from '../support/clients.ts'
import { sendEther } from '../journeys/sending.ts'
import {
  approve,
  decided,
  inFirefox,
  onboard,
  openConnected,
  openWallet,
  scripted,
  turnTo,
  windowOf,
} from '../support/firefox/wallet.ts'
import { click, clickText, fill, find, looksWell, sees, select } from '../support/firefox/screen.ts'
import { allowanceOf } from '../support/bait.ts'
import { expect, test } from '../support/firefox/browser.ts'

test('home, what is sent from it, and where it is found again @long', async ({
  firefox,
  chains,
  dapp,
}) => {
  const { url, contracts } = chains.local
  const page = await openWallet(firefox)
  await onboard(page)
  await page.bringToFront()

  await test.step('the address, as text and as a QR code', async () => {
    await turnTo(page, 'receive')
    await find(page, 'image', 'QR code of the address')
    await sees(page, alice)
    await looksWell(firefox, page, 'receive')
  })

  await test.step('a token that a site proposes is listed', async () => {
    const site = await openConnected(firefox, dapp.url)
    const options = { address: contracts.usdc, symbol: 'lUSDC', decimals: 6 }
    const asked = viemOn(scripted(site)).watchAsset({ type: 'ERC20', options })
    expect(await decided(firefox, asked)).toBe(true)
    await page.bringToFront()
    await turnTo(page, '')
    await sees(page, 'lUSDC')
    await looksWell(firefox, page, 'home')
  })

  await test.step('ether is sent: refused first, then approved', async () => {
    await turnTo(page, 'send')
    await sees(page, 'You have 10,000')
    const token = contracts.usdc
    await sendEther(inFirefox(firefox), windowOf(firefox, page), { url, token })
  })

  await test.step('the token is sent', async () => {
    await turnTo(page, `send/${stranger}`)
    await select(page, 'What to send', contracts.usdc)
    await fill(page, 'Amount of lUSDC', '12.5')
    await click(page, 'button', 'Review')
    await approve(page)
    await find(page, 'heading', 'Confirmed')
    expect(await tokensOf(url, contracts.usdc, stranger)).toBe(parseUnits('12.5', 6))
  })

  await test.step('both are found again, by state and by word', async () => {
    await turnTo(page, 'activity')
    await sees(page, /Confirmed.*Confirmed/)
    await click(page, 'button', 'Filters')
    await select(page, 'Status', 'Failed')
    await sees(page, 'No matches.')
    await select(page, 'Status', 'Any status')
    await fill(page, 'Search by site, address, hash or ID', contracts.usdc)
    await sees(page, /^(?!.*on Local.*on Local).*on Local/)
    await looksWell(firefox, page, 'activity')
    await clickText(page, 'on Local')
    await find(page, 'heading', 'Confirmed')
    await click(page, 'button', 'Technical details')
    await sees(page, /Fee paid 0\.\d+ ETH/)
    await looksWell(firefox, page, 'batch')
  })

  await test.step('what others may take is found in the logs, and taken back', async () => {
    const args = [stranger, maxUint256] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
    await sendMined(url, { from: alice, to: contracts.usdc, data })
    await turnTo(page, 'allowances')
    await sees(page, 'Searched: your own activity and the logs of all blocks.')
    await sees(page, 'unlimited lUSDC')
    await click(page, 'button', 'Select all')
    await looksWell(firefox, page, 'allowances')
    await click(page, 'button', 'Revoke 1')
    await approve(page)
    await find(page, 'heading', 'Confirmed')
    expect(await allowanceOf(url, contracts.usdc, stranger)).toBe(0n)
  })
})
