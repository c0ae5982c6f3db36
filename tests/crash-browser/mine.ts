import { setTimeout as delay } from 'node:timers/promises'
import { rpc } from '../chain/rpc.ts'
import { waiting } from '../e2e/support/chainState.ts'

/** Mines pending transactions, each block `after` ms after one was seen; returns a function that stops it. */
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
  // Prevents an unhandled rejection; stopping rejects with the failure.
  done.catch(() => undefined)
  return async () => {
    isOver = true
    await done
  }
}

/** Mines until no transaction is pending, then enough blocks to make all of them final. */
export const mineAll = async (url: string) => {
  while ((await waiting(url)) > 0) await rpc(url, 'evm_mine')
  await rpc(url, 'anvil_mine', ['0x60'])
}
