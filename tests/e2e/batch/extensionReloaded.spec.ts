import { development } from '../../chain/development.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, stranger } from '../../unit/accounts.ts'
import { allowReload, reloadExtension } from '../support/chromium.ts'
import { nonceOf, waiting, weiOf } from '../support/chainState.ts'
import { request, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { openJournal, readRows } from '../support/journal.ts'
import { approveInOrder, openReloaded, sendUnmined, unlock } from '../support/walletPages.ts'

test('a batch goes on after the extension was reloaded in the middle of it', async ({
  chains,
  wallet,
  connected,
}) => {
  await allowReload(wallet)
  const over = { atomicRequired: false }
  const sent = await sendUnmined(chains.local, wallet, connected, over, approveInOrder)
  const { url, nonce, id } = sent

  const isBack = wallet.context.waitForEvent('serviceworker', (worker) =>
    worker.url().includes(wallet.id),
  )
  await reloadExtension(wallet)
  // Read again and again: a page hears that its extension is gone by asking, and no event comes before that.
  await expect.poll(async () => (await request(connected, 'eth_chainId')).error?.code).toBe(4900)
  await rpc(url, 'evm_mine')

  // Reloading locks the wallet: the second call waits until it is unlocked, and no call is signed twice.
  await isBack
  await connected.reload()
  const home = await openReloaded(wallet)
  await expect(home.getByText('1 batch is waiting to be signed')).toBeVisible()
  await unlock(home, development.password)
  await expect.poll(() => waiting(url)).toBe(1)
  await rpc(url, 'evm_mine')

  const status = await settled(connected, id)
  expect(status).toMatchObject({ status: 200, receipts: { length: 2 } })
  expect(await nonceOf(url, alice)).toBe(nonce + 2)
  expect(await weiOf(url, stranger)).toBe(3n)
  const events = await readRows(await openJournal(wallet), 'events')
  expect(events.filter(({ event }) => event.type === 'signed')).toHaveLength(2)
})
