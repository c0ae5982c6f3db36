import { alice, stranger } from '../../unit/accounts.ts'
import { decided } from '../support/walletPages.ts'
import { nonceOf, weiOf } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { idOf, sendCalls, settled, statusOf } from '../support/site.ts'

type Disk = { isFull: boolean }

/** Runs in the background: injects a disk that, while full, rejects writes of signed transactions. */
const fill = () => {
  const disk = globalThis as unknown as Disk
  disk.isFull = true
  // oxlint-disable-next-line typescript/unbound-method -- called on what it was taken from
  const { add } = IDBObjectStore.prototype
  IDBObjectStore.prototype.add = function (value: { event?: { type: string } }, key) {
    if (disk.isFull && value.event?.type === 'signed')
      throw new DOMException('the disk is full', 'QuotaExceededError')
    return key === undefined ? add.call(this, value) : add.call(this, value, key)
  }
}

test('a disk that takes no signed bytes has nothing sent; the user is told, and it goes on by itself @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  const nonce = await nonceOf(url, alice)
  await wallet.worker.evaluate(fill)
  const page = await wallet.popup()
  const id = await idOf(decided(wallet.context, sendCalls(connected)))

  await expect(page.getByRole('alert')).toContainText('The disk is full')
  expect((await statusOf(connected, id)).status).toBe(100)
  expect(await nonceOf(url, alice)).toBe(nonce)
  expect(await weiOf(url, stranger)).toBe(0n)

  await wallet.worker.evaluate(() => ((globalThis as unknown as Disk).isFull = false))
  // The browser's alarm fires twice a minute.
  await expect.poll(() => nonceOf(url, alice), { timeout: 120_000 }).toBe(nonce + 2)
  expect((await settled(connected, id)).status).toBe(200)
  await expect(page.getByRole('alert')).toBeHidden()
})
