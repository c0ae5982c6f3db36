import { rpcError } from '../rpc/errors'
import { valueGiven } from './answerForm'
import { findNetwork } from './networks'
import { serves } from './node'
import { rpcRequest } from './rpcRequest'
import { urlsOf } from './urls'

/** Timeout of each RPC, in ms. */
const timeout = 8_000

/** Answer of one RPC. */
type Answer = { value: unknown } | { error: unknown }

/**
 * Sends a request to each RPC of a network at once, and returns the answers in the RPCs' order. One that gives no
 * value where one belongs has answered by an error, -32603: it may know it later.
 */
export const askEvery = (chainId: number, method: string, params: unknown[]): Promise<Answer[]> => {
  const { name = 'the network' } = findNetwork(chainId) ?? {}
  const wire = JSON.stringify(params)
  const ask = async (url: string): Promise<Answer> => {
    try {
      if (!(await serves(chainId, url))) throw rpcError('chainDisconnected', 'another chain')
      return { value: valueGiven(method, await rpcRequest({ url, name, timeout }, method, wire)) }
    } catch (error) {
      return { error }
    }
  }
  return Promise.all(urlsOf(chainId).map(ask))
}
