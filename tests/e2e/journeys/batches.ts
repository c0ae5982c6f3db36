import { expect } from '@playwright/test'
import { alice, stranger } from '../../unit/accounts.ts'
import { codeOf, nonceOf, swapCalls, weiOf } from '../support/chainState.ts'
import type { WalletBrowser } from '../support/screen.ts'
import {
  idOf,
  payments,
  request,
  resultOf,
  type Scripted,
  sendCalls,
  settled,
} from '../support/site.ts'
import type { Chains } from '../support/stage.ts'

const capabilities = (atomic: string) => ({
  '0x0': { gasLimitOverride: { supported: true } },
  '0x7a69': { atomic: { status: atomic }, gasLimitOverride: { supported: true } },
})

/**
 * A connected site asks what the wallet can and sends batches: one is refused, one runs in order, two run as one, of
 * which the first upgrades the account. Returns the ID of the last.
 */
export const sendBatches = async (
  browser: WalletBrowser,
  site: Scripted,
  { url, contracts }: Chains['local'],
): Promise<string> => {
  // A node that takes longer than 2 s is not awaited: its answer counts from the next request on.
  const can = () => resultOf(request(site, 'wallet_getCapabilities', [alice, ['0x7a69']]))

  const nonce = await nonceOf(url, alice)
  const refused = await browser.decided(sendCalls(site), (window) => window.reject())
  expect(refused).toMatchObject({ error: { code: 4001 } })
  expect(await nonceOf(url, alice)).toBe(nonce)

  await expect.poll(can).toEqual(capabilities('ready'))
  const inOrder = sendCalls(site, { atomicRequired: false })
  const answer = await browser.decided(inOrder, async (window) => {
    await window.find('heading', 'This upgrades the account')
    await window.refuseUpgrade()
    await window.sees('transactions, one after another')
    await window.approve()
  })
  const status = await settled(site, await idOf(answer))
  expect(status).toMatchObject({ status: 200, atomic: false })
  expect(status.receipts).toHaveLength(payments.length)
  expect(await weiOf(url, stranger)).toBe(3n)
  expect(await codeOf(url, alice)).toBe('0x')

  let last = ''
  for (const heading of ['This upgrades the account', undefined]) {
    const asked = sendCalls(site, { calls: swapCalls(contracts) })
    const taken = await browser.decided(asked, async (window) => {
      if (heading) await window.find('heading', heading)
      await window.approve()
    })
    last = await idOf(taken)
    const end = await settled(site, last)
    expect(end).toMatchObject({ status: 200, atomic: true })
    expect(end.receipts).toHaveLength(1)
    await expect.poll(can).toEqual(capabilities('supported'))
  }
  return last
}
