import { codeOf, nonceOf, swapCalls, weiOf } from '../support/chainState.ts'
import { idOf, payments, request, resultOf, sendCalls } from '../support/site.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import {
  approve,
  decided,
  onboard,
  openConnected,
  openWallet,
  pagesAt,
  refuseUpgrade,
  reject,
  scripted,
  settled,
} from '../support/firefox/wallet.ts'
import { click, find, sees, until } from '../support/firefox/screen.ts'
import { expect, test } from '../support/firefox/browser.ts'

const capabilities = (atomic: string) => ({
  '0x0': { gasLimitOverride: { supported: true } },
  '0x7a69': { atomic: { status: atomic }, gasLimitOverride: { supported: true } },
})

test('what a site does with the wallet: connects, asks what it can, sends batches, follows and shows them', async ({
  firefox,
  chains,
  dapp,
}) => {
  const { url, contracts } = chains.local
  const home = await openWallet(firefox)
  await onboard(home)
  await home.close()
  const page = await openConnected(firefox, dapp.url)
  const site = scripted(page)
  // A node that takes longer than 2 s is not awaited: its answer counts from the next request on.
  const can = () => resultOf(request(site, 'wallet_getCapabilities', [alice, ['0x7a69']]))
  let shown = ''

  await test.step('a refused batch is 4001, and nothing is sent', async () => {
    const nonce = await nonceOf(url, alice)
    const refused = await decided(firefox, sendCalls(site), reject)
    expect(refused).toMatchObject({ error: { code: 4001 } })
    expect(await nonceOf(url, alice)).toBe(nonce)
  })

  await test.step('in order, where the upgrade is refused', async () => {
    await expect.poll(can).toEqual(capabilities('ready'))
    const asked = sendCalls(site, { atomicRequired: false })
    const answer = await decided(firefox, asked, async (window) => {
      await find(window, 'heading', 'This upgrades the account')
      await refuseUpgrade(window)
      await sees(window, 'transactions, one after another')
      await approve(window)
    })
    const status = await settled(page, await idOf(answer))
    expect(status).toMatchObject({ status: 200, atomic: false })
    expect(status.receipts).toHaveLength(payments.length)
    expect(await weiOf(url, stranger)).toBe(3n)
    expect(await codeOf(url, alice)).toBe('0x')
  })

  await test.step('atomic: first with the upgrade of the account, then without', async () => {
    for (const heading of ['This upgrades the account', undefined]) {
      const asked = sendCalls(site, { calls: swapCalls(contracts) })
      const answer = await decided(firefox, asked, async (window) => {
        if (heading) await find(window, 'heading', heading)
        await approve(window)
      })
      shown = await idOf(answer)
      const status = await settled(page, shown)
      expect(status).toMatchObject({ status: 200, atomic: true })
      expect(status.receipts).toHaveLength(1)
      await expect.poll(can).toEqual(capabilities('supported'))
    }
  })

  await test.step('the wallet opens on the batch, once', async () => {
    for (let call = 0; call < 3; call++)
      expect(await request(site, 'wallet_showCallsStatus', [shown])).toEqual({ result: null })
    const windows = () => pagesAt(firefox, 'popup.html#')
    const window = await until('the window on the batch', async () => (await windows())[0])
    await find(window, 'heading', 'Confirmed')
    await click(window, 'button', 'Technical details')
    await sees(window, shown)
    expect(await windows()).toHaveLength(1)
  })

  await test.step('the page is loaded again, and is connected as it was', async () => {
    await page.reload({ timeout: 120_000 })
    expect(await resultOf(request(site, 'eth_accounts'))).toEqual([alice])
    expect(await resultOf(request(site, 'eth_chainId'))).toBe('0x7a69')
    expect((await settled(page, shown)).status).toBe(200)
  })
})
