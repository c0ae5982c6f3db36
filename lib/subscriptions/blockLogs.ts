import { once } from '../async'
import type { Header } from './blocks'
import type { Topic } from './criteria'

/** Reads the logs of a block that match a subscription's criteria. */
export type ReadBlockLogs = (header: Header, topic: Topic & { kind: 'logs' }) => Promise<unknown[]>

/** Shares `eth_getLogs` among subscriptions: one request for each block and criteria. */
export const sharedLogs = (
  ask: (method: string, params: unknown[]) => Promise<unknown>,
): ReadBlockLogs => {
  const answers = once<unknown[]>()
  return ({ hash }, { criteria }) =>
    answers(`${hash} ${JSON.stringify(criteria)}`, async () => {
      const found = await ask('eth_getLogs', [{ ...criteria, blockHash: hash }])
      if (!Array.isArray(found)) throw new Error('the node gave no logs')
      return found as unknown[]
    })
}
