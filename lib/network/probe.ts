import type { Hex } from 'viem'
import { wait } from '../async'
import { isSilence } from '../rpc/errors'
import { rpcRequest } from './rpcRequest'
import { chainAt } from './chainAt'
import { request } from './node'
import { hostOfUrl } from './url'
import { urlsOf } from './urls'

/**
 * Health of an RPC: latency in ms and block height, both absent if it does not answer; `isOther` for another
 * chain.
 */
export type Pulse = { host: string; latency?: number; height?: number; isOther?: true }

const timeout = 3_000

const pulseOf = async (chainId: number, url: string): Promise<Pulse> => {
  const host = hostOfUrl(url)
  const started = performance.now()
  const served = await chainAt(url)
  const latency = Math.round(performance.now() - started)
  if (served === undefined) return { host }
  if (served !== chainId) return { host, isOther: true }
  const height = await rpcRequest({ url, name: 'an RPC', timeout }, 'eth_blockNumber', '[]').catch(
    () => undefined,
  )
  return { host, latency, ...(typeof height === 'string' ? { height: Number(height) } : {}) }
}

/** Probes each RPC of a network, in the order they are asked. */
export const pulses = (chainId: number): Promise<Pulse[]> =>
  Promise.all(urlsOf(chainId).map((url) => pulseOf(chainId, url)))

/** True if the node supports `eth_simulateV1`; undefined if it does not answer. */
export const canSimulate = async (chainId: number): Promise<boolean | undefined> => {
  try {
    await request(chainId, 'eth_simulateV1', [{ blockStateCalls: [{ calls: [] }] }, 'latest'])
    return true
  } catch (error) {
    return isSilence(error) ? undefined : false
  }
}

/**
 * Pause between two reads of the pending block, in ms: longer than a pre-confirming node leaves it unchanged.
 */
const moment = 300

type Pending = { number: Hex | null; hash: Hex | null; timestamp: Hex } | null

/**
 * True if the pending block changed under the same number and time: with another time it may only have been
 * rebuilt.
 */
const hasMoved = (before: Pending, now: Pending): boolean =>
  Boolean(now?.hash && before?.hash) &&
  now?.number === before?.number &&
  now?.timestamp === before?.timestamp &&
  now?.hash !== before?.hash

/**
 * True if the pending block was seen to grow before it was sealed (pre-confirmations). False if that was not
 * seen: a quiet chain shows nothing. Undefined if the node does not answer.
 */
export const preconfirms = async (chainId: number): Promise<boolean | undefined> => {
  const look = () =>
    request(chainId, 'eth_getBlockByNumber', ['pending', false]) as Promise<Pending>
  try {
    let before = await look()
    for (let tries = 0; tries < 3; tries++) {
      await wait(moment)
      const now = await look()
      if (hasMoved(before, now)) return true
      before = now
    }
    return false
  } catch (error) {
    return isSilence(error) ? undefined : false
  }
}
