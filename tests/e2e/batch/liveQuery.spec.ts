import { stopWorker } from '../support/chromium.ts'
import { decided, windowStands } from '../support/walletPages.ts'
import { request, idOf, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

test('an open page of the wallet sees what the background writes @long', async ({
  wallet,
  dapp,
}) => {
  const home = await wallet.popup()
  const banner = home.getByRole('status').filter({ hasText: /requests? (is |are )?waiting/ })

  const first = await wallet.context.newPage()
  await first.goto(dapp.url)
  const answer = request(first, 'eth_requestAccounts')
  await expect(banner).toContainText('1 request waiting')
  const window = await windowStands(wallet.context)

  await stopWorker(wallet.context, wallet.id)
  const second = await wallet.context.newPage()
  await second.goto(dapp.other)
  const other = request(second, 'eth_requestAccounts')
  await expect(banner).toContainText('2 requests waiting')

  await window.close()
  await expect(banner).toBeHidden()
  expect(await answer).toMatchObject({ error: { code: 4001 } })
  expect(await other).toMatchObject({ error: { code: 4001 } })
})

test('a batch changes on an open page as it goes on', async ({ wallet, connected }) => {
  const home = await wallet.popup()
  const row = home.getByRole('link').filter({ hasText: 'on Local' })
  await expect(home.getByText('Nothing yet.')).toBeVisible()

  const id = await idOf(decided(wallet.context, sendCalls(connected)))
  await expect(row).toContainText('Confirmed')
  expect((await settled(connected, id)).status).toBe(200)
})
