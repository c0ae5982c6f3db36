import { BaseError, type EIP1193Provider } from 'viem'
import type { Connector } from 'wagmi'
import { format, isObject } from './json'

/** A JSON-RPC request as the wallet gets it. */
export type WalletRequest = { method: string; params: unknown[] }

/** Error of a wallet; `code` is null if it is not a number. */
export type RpcError = { code: number | null; message: string }

/**
 * Sends a request to the wallet's EIP-1193 provider, without a client library that would rewrite the params.
 */
export const ask = async (connector: Connector, request: WalletRequest): Promise<unknown> => {
  const provider = (await connector.getProvider()) as EIP1193Provider
  return provider.request(request as Parameters<typeof provider.request>[0])
}

/** Unwraps the wallet's own code and message from viem's errors. */
export const toRpcError = (thrown: unknown): RpcError => {
  const error = thrown instanceof BaseError ? thrown.walk() : thrown
  if (!isObject(error)) return { code: null, message: String(error) }
  return {
    code: typeof error.code === 'number' ? error.code : null,
    message: typeof error.message === 'string' ? error.message : format(error),
  }
}
