import type { Hex } from 'viem'
import { wait } from '../async'
import { isSilence } from '../rpc/errors'
import { rpcRequest } from './rpcRequest'
import { chainAt } from './chainAt'
import { request } from './node'
import { hostOfUrl } from './url'
import { urlsOf } from './urls'

/** An RPC's answer now: how long it took, in ms, and its height; neither where it is silent. */
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

/** The pulse of each RPC of a network, in their order. */
export const pulses = (chainId: number): Promise<Pulse[]> =>
  Promise.all(urlsOf(chainId).map((url) => pulseOf(chainId, url)))

/** True if the node takes `eth_simulateV1`; undefined if it is silent. */
export const canSimulate = async (chainId: number): Promise<boolean | undefined> => {
  try {
    await request(chainId, 'eth_simulateV1', [{ blockStateCalls: [{ calls: [] }] }, 'latest'])
    return true
  } catch (error) {
    return isSilence(error) ? undefined : false
  }
}

/** Longer than a pre-confirming node leaves its pending block as it is, in ms. */
const moment = 300

type Pending = { number: Hex | null; hash: Hex | null; timestamp: Hex } | null

/** True if it is the same block with other content; with another time it may only have been made anew. */
const hasMoved = (before: Pending, now: Pending): boolean =>
  Boolean(now?.hash && before?.hash) &&
  now?.number === before?.number &&
  now?.timestamp === before?.timestamp &&
  now?.hash !== before?.hash

/**
 * True if a node's pending block was seen to move on while no block was sealed. False says that it was not
 * seen: on a quiet chain nothing moves. Undefined if the node is silent.
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
