import type { Header } from './blocks'
import type { Topic } from './criteria'

/** The logs of a block that a subscription is for. */
export type Logs = (header: Header, topic: Topic & { kind: 'logs' }) => Promise<unknown[]>

/** Asks for the logs of a block once, however many subscriptions are for the same. */
export const sharedLogs = (ask: (method: string, params: unknown[]) => Promise<unknown>): Logs => {
  const asked = new Map<string, Promise<unknown[]>>()
  return ({ hash }, { criteria }) => {
    const key = `${hash} ${JSON.stringify(criteria)}`
    const logs =
      asked.get(key) ??
      ask('eth_getLogs', [{ ...criteria, blockHash: hash }]).then((found) => {
        if (!Array.isArray(found)) throw new Error('the node gave no logs')
        return found as unknown[]
      })
    asked.set(key, logs)
    return logs
  }
}
