import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseEther,
  parseUnits,
} from 'viem'
import { alice, stranger } from '../../unit/accounts.ts'
import { allowanceOf } from '../support/bait.ts'
import { sendMined, tokensOf, weiOf } from '../support/chainState.ts'
import { viemOn } from '../support/clients.ts'
import { expect, test } from '../support/journey.ts'
import type { ApprovalWindow, WalletBrowser } from '../support/screen.ts'
import { idOf, type Scripted, sendCalls, settled } from '../support/site.ts'

/** An address that no batch has involved. */
const newcomer = '0x3333333333333333333333333333333333333333'

const to = 'Address, contact or name'

/** A site proposes lUSDC, which the wallet lists from then on. */
const listToken = async (walletBrowser: WalletBrowser, site: Scripted, address: Address) => {
  const options = { address, symbol: 'lUSDC', decimals: 6 }
  const asked = viemOn(site).watchAsset({ type: 'ERC20', options })
  const decide = async (window: ApprovalWindow) => {
    await window.sees('10,000 lUSDC')
    await window.looksWell('watchAsset')
    await window.approve()
  }
  expect(await walletBrowser.decided(asked, decide)).toBe(true)
}

const openWindows = async (walletBrowser: WalletBrowser) =>
  (await walletBrowser.pagesAt('popup.html?approval')).length

test('what is sent is looked at and decided in the same page, and becomes a batch @chromium', async ({
  walletBrowser,
  site,
  chains,
}) => {
  const { url, contracts } = chains.local
  const token = contracts.usdc
  await listToken(walletBrowser, site, token)
  const page = await walletBrowser.open('send')
  await page.front()
  await page.sees('You have 10,000')
  const amount = 'Amount of ETH'
  const review = () => page.click('button', 'Review')
  await review()
  await page.sees('Enter who receives it.')
  await page.fill(to, alice.replace('F', 'f'))
  await page.sees('This address has a wrong character')
  await page.fill(to, token)
  await page.sees('This is the contract of the token lUSDC.')
  await page.fill(to, alice)
  await page.sees('This is the account you send from.')
  await page.fill(to, newcomer)
  await page.sees('You have never sent to this address.')
  await page.fill(to, stranger)
  await page.fill(amount, '20000')
  await page.sees('The account does not have enough.')
  await page.looksWell('send')

  await page.fill(amount, '1.5')
  await review()
  await page.sees('This wallet')
  await page.find('button', 'Reject')
  expect(await openWindows(walletBrowser)).toBe(0)
  await page.looksWell('send-approval')
  const title = () => page.driven.evaluate(() => document.title)
  await expect.poll(title).toMatch(/^This wallet .* – Volley$/)
  await page.reject()
  await page.sees('You rejected it, so nothing was sent.')
  await expect.poll(title).toBe('Send – Volley')
  const typed = () =>
    page.driven.evaluate(
      () => document.querySelector<HTMLInputElement>('input[name=amount]')?.value,
    )
  expect(await typed()).toBe('1.5')

  await review()
  await page.sees('This wallet')
  // Who leaves and comes back finds the request: a blank form would have it made twice.
  await page.driven.evaluate(() => (location.hash = ''))
  await page.find('heading', 'Home')
  await page.driven.evaluate(() => (location.hash = 'send'))
  await page.sees('This wallet')
  await page.approve()
  await page.find('heading', 'Confirmed')
  expect(await openWindows(walletBrowser)).toBe(0)
  expect(await weiOf(url, stranger)).toBe(parseEther('1.5'))
  await page.click('link', 'Back')
  await page.find('heading', 'Home')

  // The whole balance of a token.
  await page.turnTo(`send/${stranger}`)
  await page.select('What to send', token)
  await page.click('button', 'Max')
  await page.click('button', 'Review')
  await page.approve()
  await page.find('heading', 'Confirmed')
  expect(await tokensOf(url, token, alice)).toBe(0n)
  expect(await openWindows(walletBrowser)).toBe(0)
})

test('what was sent is found again, by state and by word; what others may take is found in the logs, and taken back @long', async ({
  walletBrowser,
  site,
  chains,
}) => {
  const { url, contracts } = chains.local
  const token = contracts.usdc
  await listToken(walletBrowser, site, token)
  const paid = walletBrowser.decided(sendCalls(site), (window) => window.approve())
  await settled(site, await idOf(paid))
  const page = await walletBrowser.open('receive')
  // The drivers have two names for the role of a picture.
  const hasCode = () =>
    page.driven.evaluate(
      () => document.querySelector('[aria-label="QR code of the address"]') !== null,
    )
  await page.front()
  await expect.poll(hasCode).toBe(true)
  await page.sees(alice)
  await page.looksWell('receive')

  await page.turnTo(`send/${stranger}`)
  await page.select('What to send', token)
  await page.fill('Amount of lUSDC', '12.5')
  await page.click('button', 'Review')
  await page.approve()
  await page.find('heading', 'Confirmed')
  expect(await tokensOf(url, token, stranger)).toBe(parseUnits('12.5', 6))

  await page.turnTo('activity')
  await page.sees(/Confirmed[^]*Confirmed/)
  await page.click('button', 'Filters')
  await page.select('Status', 'Failed')
  await page.sees('No matches.')
  await page.select('Status', 'Any status')
  await page.fill('Search by site, address, hash or ID', token)
  await page.sees(/^(?![^]*on Local[^]*on Local)[^]*on Local/)
  await page.looksWell('activity')
  await page.clickText('on Local')
  await page.find('heading', 'Confirmed')
  await page.click('button', 'Technical details')
  await page.sees(/Fee paid\s0\.\d+ ETH/)
  await page.looksWell('batch')

  const args = [stranger, maxUint256] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  await sendMined(url, { from: alice, to: token, data })
  await page.turnTo('allowances')
  await page.sees('Searched: your own activity and the logs of all blocks.')
  await page.sees('unlimited lUSDC')
  await page.click('button', 'Select all')
  await page.looksWell('allowances')
  await page.click('button', 'Revoke 1')
  await page.approve()
  await page.find('heading', 'Confirmed')
  expect(await allowanceOf(url, token, stranger)).toBe(0n)
})
