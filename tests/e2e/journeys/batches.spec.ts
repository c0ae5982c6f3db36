import { alice, stranger } from '../../unit/accounts.ts'
import { codeOf, nonceOf, swapCalls, weiOf } from '../support/chainState.ts'
import { expect, test } from '../support/journey.ts'
import { idOf, payments, request, resultOf, sendCalls, settled } from '../support/site.ts'

const capabilities = (atomic: string) => ({
  '0x0': { gasLimitOverride: { supported: true } },
  '0x7a69': { atomic: { status: atomic }, gasLimitOverride: { supported: true } },
})

test('a site asks what the wallet can and sends batches: refused, in order, as one with the upgrade and without; it has one shown @firefox', async ({
  walletBrowser,
  site,
  chains,
}) => {
  const { url, contracts } = chains.local
  // A node that takes longer than 2 s is not awaited: its answer counts from the next request on.
  const can = () => resultOf(request(site, 'wallet_getCapabilities', [alice, ['0x7a69']]))

  const nonce = await nonceOf(url, alice)
  const refused = await walletBrowser.decided(sendCalls(site), (window) => window.reject())
  expect(refused).toMatchObject({ error: { code: 4001 } })
  expect(await nonceOf(url, alice)).toBe(nonce)

  await expect.poll(can).toEqual(capabilities('ready'))
  const inOrder = sendCalls(site, { atomicRequired: false })
  const answer = await walletBrowser.decided(inOrder, async (window) => {
    await window.find('heading', 'This upgrades the account')
    await window.refuseUpgrade()
    await window.find('heading', 'Upgrade the account')
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
    const taken = await walletBrowser.decided(asked, async (window) => {
      if (heading) await window.find('heading', heading)
      await window.approve()
    })
    last = await idOf(taken)
    const end = await settled(site, last)
    expect(end).toMatchObject({ status: 200, atomic: true })
    expect(end.receipts).toHaveLength(1)
    await expect.poll(can).toEqual(capabilities('supported'))
  }

  await test.step('the wallet opens on the batch, once', async () => {
    for (let call = 0; call < 3; call++)
      expect(await request(site, 'wallet_showCallsStatus', [last])).toEqual({ result: null })
    const windows = () => walletBrowser.pagesAt('popup.html#')
    await expect.poll(async () => (await windows()).length).toBe(1)
    const [window] = await windows()
    await window?.find('heading', 'Confirmed')
    await window?.click('button', 'Technical details')
    await window?.sees(last)
    expect(await windows()).toHaveLength(1)
  })

  await test.step('the page is loaded again, and is connected as it was', async () => {
    await site.reload({ timeout: 120_000 })
    expect(await resultOf(request(site, 'eth_accounts'))).toEqual([alice])
    expect(await resultOf(request(site, 'eth_chainId'))).toBe('0x7a69')
    expect((await settled(site, last)).status).toBe(200)
  })
})
