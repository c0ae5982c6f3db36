import { setTimeout as delay } from 'node:timers/promises'
import { approvalWindow } from '../support/walletPages.ts'
import { request, sendCalls } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

type Background = { chrome: { alarms: { get: (name: string) => Promise<object | undefined> } } }

test('a page that goes wakes the background again only if it leaves a request behind', async ({
  wallet,
  connected,
}) => {
  const isAlarmed = () =>
    wallet.worker.evaluate(
      async () =>
        (await (globalThis as unknown as Background).chrome.alarms.get('approvals')) !== undefined,
    )
  const page = await wallet.context.newPage()
  await page.goto(connected.url())
  await request(page, 'eth_accounts')
  await page.close()
  // Time enough for the background to hear of it.
  await delay(1_000)
  expect(await isAlarmed()).toBe(false)

  void sendCalls(connected).catch(() => undefined)
  await approvalWindow(wallet.context)
  await connected.close()
  await expect.poll(isAlarmed).toBe(true)
})
