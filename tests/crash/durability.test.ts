import { expect, test, vi } from 'vitest'
import { openTappedWallet } from './tappedWallet'
import { trial } from './crashTrial'

const carriesBytes = (value: unknown): boolean =>
  /"raw":"0x[0-9a-f]{100,}"/.test(JSON.stringify(value))

/** Collects the durability (IndexedDB) of each transaction that stores signed bytes. */
const watchWrites = () => {
  const kept: string[] = []
  const spies = (['add', 'put'] as const).map((name) => {
    // oxlint-disable-next-line typescript/unbound-method -- called on what it was taken from
    const write = IDBObjectStore.prototype[name]
    return vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (
      this: IDBObjectStore,
      value: unknown,
      key?: IDBValidKey,
    ) {
      if (carriesBytes(value)) kept.push(this.transaction.durability)
      return write.call(this, value, key)
    })
  })
  return { kept, stop: () => spies.forEach((spy) => spy.mockRestore()) }
}

test('whatever takes signed bytes to the disk asks for strict durability', async () => {
  const wallet = await openTappedWallet()
  const { kept, stop } = watchWrites()
  try {
    await trial(wallet, 'sequence')
    expect(kept).toEqual(['strict', 'strict', 'strict'])
    await trial(wallet, 'atomic')
    expect(kept).toEqual(['strict', 'strict', 'strict', 'strict'])
  } finally {
    stop()
    await wallet.stop()
  }
})
