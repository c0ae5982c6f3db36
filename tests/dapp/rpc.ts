import { BaseError, type EIP1193Provider } from 'viem'
import type { Connector } from 'wagmi'
import { format, isObject } from './json'

/** A request as the wallet gets it. */
export type WalletRequest = { method: string; params: unknown[] }

/** What a wallet says when it refuses. */
export type RpcError = { code: number | null; message: string }

/** Asks the wallet's own EIP-1193 provider, past every client that would rewrite the parameters. */
export const ask = async (connector: Connector, request: WalletRequest): Promise<unknown> => {
  const provider = (await connector.getProvider()) as EIP1193Provider
  return provider.request(request as Parameters<typeof provider.request>[0])
}

/** The wallet's own code and sentence, freed from what viem wraps around them. */
export const toRpcError = (thrown: unknown): RpcError => {
  const error = thrown instanceof BaseError ? thrown.walk() : thrown
  if (!isObject(error)) return { code: null, message: String(error) }
  return {
    code: typeof error.code === 'number' ? error.code : null,
    message: typeof error.message === 'string' ? error.message : format(error),
  }
}
