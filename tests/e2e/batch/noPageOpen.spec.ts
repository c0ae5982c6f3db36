import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { decided, approveInOrder } from '../support/walletPages.ts'
import { stopWorker } from '../support/chromium.ts'
import { nonceOf, waiting, weiOf } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { idOf, payments, sendCalls, settled } from '../support/site.ts'

/** The browser's alarm fires twice a minute. */
const alarm = { timeout: 120_000 }

test('five calls in order run to their end with no page open and the background stopped twice', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  const nonce = await nonceOf(url, alice)
  await rpc(url, 'evm_setAutomine', [false])
  const calls = Array.from({ length: 5 }, () => payments[0])
  const id = await idOf(
    decided(wallet.context, sendCalls(connected, { atomicRequired: false, calls }), approveInOrder),
  )
  const site = connected.url()
  const page = await wallet.context.newPage()
  await connected.close()

  for (const index of calls.keys()) {
    await expect.poll(() => waiting(url), alarm).toBe(1)
    if (index === 1 || index === 3) await stopWorker(wallet.context, wallet.id)
    await rpc(url, 'evm_mine')
    expect(await nonceOf(url, alice)).toBe(nonce + index + 1)
  }
  expect(await weiOf(url, stranger)).toBe(5n)

  await page.goto(site)
  expect(await settled(page, id)).toMatchObject({ status: 200, atomic: false })
})
