import { decided } from '../support/walletPages.ts'
import { expect, test } from '../support/test.ts'
import { idOf, sendCalls, settled } from '../support/site.ts'

type Watched = { kept: { type: string; durability: string }[] }

/** Runs in the background: records the durability of each write of a batch's events. */
const watchWrites = () => {
  const watched = globalThis as unknown as Watched
  watched.kept = []
  // oxlint-disable-next-line typescript/unbound-method -- called on what it was taken from
  const { add } = IDBObjectStore.prototype
  IDBObjectStore.prototype.add = function (value: { event?: { type: string } }, key) {
    const type = value.event?.type
    if (type !== undefined) watched.kept.push({ type, durability: this.transaction.durability })
    return key === undefined ? add.call(this, value) : add.call(this, value, key)
  }
}

test('the browser runs every write of a batch, its signed bytes among them, with strict durability', async ({
  wallet,
  connected,
}) => {
  await wallet.worker.evaluate(watchWrites)
  const answer = decided(wallet.context, sendCalls(connected))
  expect((await settled(connected, await idOf(answer))).status).toBe(200)
  const kept = await wallet.worker.evaluate(() => (globalThis as unknown as Watched).kept)
  expect(kept).toContainEqual({ type: 'approved', durability: 'strict' })
  expect(kept).toContainEqual({ type: 'signed', durability: 'strict' })
  expect(kept.filter(({ durability }) => durability !== 'strict')).toEqual([])
})
