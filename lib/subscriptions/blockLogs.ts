import { once } from '../async'
import type { Header } from './blocks'
import type { Topic } from './criteria'

/** The logs of a block that a subscription is for. */
export type Logs = (header: Header, topic: Topic & { kind: 'logs' }) => Promise<unknown[]>

/** Asks for the logs of a block once, however many subscriptions are for the same. */
export const sharedLogs = (ask: (method: string, params: unknown[]) => Promise<unknown>): Logs => {
  const answers = once<unknown[]>()
  return ({ hash }, { criteria }) =>
    answers(`${hash} ${JSON.stringify(criteria)}`, async () => {
      const found = await ask('eth_getLogs', [{ ...criteria, blockHash: hash }])
      if (!Array.isArray(found)) throw new Error('the node gave no logs')
      return found as unknown[]
    })
}
