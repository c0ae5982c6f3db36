import { expect } from '@playwright/test'
import { type Address, parseEther } from 'viem'
import { alice, stranger } from '../../unit/accounts.ts'
import { weiOf } from '../support/chainState.ts'
import type { ApprovalWindow, WalletBrowser } from '../support/screen.ts'

/** An address that no batch has involved. */
const newcomer = '0x3333333333333333333333333333333333333333'

const to = 'Address, contact or name'

/**
 * Ether is sent from the screen `send`, and decided in the same page: what is wrong is said, a rejection keeps the form,
 * who left comes back to the request, an approval becomes a batch, whose way back is home. `token`: a contract that the wallet knows as lUSDC.
 */
export const sendEther = async (
  browser: WalletBrowser,
  page: ApprovalWindow,
  { url, token }: { url: string; token: Address },
) => {
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
  expect(await browser.windows()).toBe(0)
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
  expect(await browser.windows()).toBe(0)
  expect(await weiOf(url, stranger)).toBe(parseEther('1.5'))
  await page.click('link', 'Back')
  await page.find('heading', 'Home')
}
