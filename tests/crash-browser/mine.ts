import { setTimeout as delay } from 'node:timers/promises'
import { rpc } from '../chain/rpc.ts'
import { waiting } from '../e2e/support/chainState.ts'

/** Mines what waits, each block `after` ms after it was seen; gives the way to end it. */
export const startMiner = (url: string, after: number) => {
  let isOver = false
  const loop = async () => {
    while (!isOver) {
      if ((await waiting(url)) > 0) {
        await delay(after)
        await rpc(url, 'evm_mine')
      } else await delay(20)
    }
  }
  const done = loop()
  // Told to whoever ends it.
  done.catch(() => undefined)
  return async () => {
    isOver = true
    await done
  }
}

/** Mines until nothing waits, and then so much that all of it is final. */
export const mineAll = async (url: string) => {
  while ((await waiting(url)) > 0) await rpc(url, 'evm_mine')
  await rpc(url, 'anvil_mine', ['0x60'])
}
