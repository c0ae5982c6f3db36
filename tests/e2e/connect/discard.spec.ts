import { alice } from '../../unit/accounts.ts'
import { closed, decided } from '../support/walletPages.ts'
import type { Wallet } from '../support/chromium.ts'
import { request, heard, listen } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

type Tab = { id: number }
type Background = {
  chrome: {
    tabs: {
      query: (filter: object) => Promise<Tab[]>
      discard: (id?: number) => Promise<Tab>
      update: (id: number, change: object) => Promise<Tab>
    }
  }
}

/** Returns the browser's ID of the active tab. */
const frontTab = ({ worker }: Wallet) =>
  worker.evaluate(async () => {
    const { tabs } = (globalThis as unknown as Background).chrome
    return (await tabs.query({ active: true }))[0]?.id
  })

/** Discards a tab's page, as the browser does when memory is short; returns its new ID. */
const discard = ({ worker }: Wallet, tab: number | undefined) =>
  worker.evaluate(
    async (id) => (await (globalThis as unknown as Background).chrome.tabs.discard(id)).id,
    tab,
  )

/** Activates a tab, whose page is loaded again. */
const turnTo = ({ worker }: Wallet, tab: number) =>
  worker.evaluate(async (id) => {
    await (globalThis as unknown as Background).chrome.tabs.update(id, { active: true })
  }, tab)

test('a tab that the browser had put away comes back connected, and is told its state once', async ({
  wallet,
  dapp,
  connected,
}) => {
  const { context } = wallet
  await connected.bringToFront()
  const tab = await frontTab(wallet)
  const front = await context.newPage()
  await front.goto(dapp.url)
  await listen(front)
  await expect.poll(() => heard(front)).toEqual([['connect', { chainId: '0x7a69' }]])
  await front.bringToFront()
  const awayTab = await discard(wallet, tab)
  await closed(connected)

  const moved = request(front, 'wallet_switchEthereumChain', [{ chainId: '0x14a34' }])
  expect(await decided(context, moved)).toEqual({ result: null })
  const [back] = await Promise.all([context.waitForEvent('page'), turnTo(wallet, awayTab)])
  await back.waitForLoadState()
  await listen(back)
  expect(await request(back, 'eth_accounts')).toEqual({ result: [alice] })
  await expect.poll(() => heard(back)).toEqual([['connect', { chainId: '0x14a34' }]])
  await expect
    .poll(() => heard(front))
    .toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['chainChanged', '0x14a34'],
    ])
})
