import type { Hex } from 'viem'
import { rpcError, toError } from '@/lib/rpc/errors'

/** Asks the node as the wallet's client does. Throws the node's own error, 4901 if it does not answer. */
export const askChain = async (
  url: string,
  method: string,
  params: unknown[],
): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
  if (!response?.ok) throw rpcError('chainDisconnected')
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { code: number; message: string; data?: Hex }
  }
  if (error) throw toError(error)
  return result
}
