import type { Address, Hash, Hex } from 'viem'
import type { Sender } from './preconfirmSender.ts'
import { rpc } from './rpc.ts'

export type Receipt = {
  status: Hex
  blockHash: Hash
  blockNumber: Hex
  gasUsed: Hex
  contractAddress: Address | null
}

export type Block = {
  number: Hex | null
  hash: Hash | null
  timestamp: Hex
  gasUsed: Hex
  transactions: Hash[]
}

/** Creates shorthands for requests that tests send to a chain often. */
export const readerOf = (url: string) => {
  const ask = <Result>(method: string, ...params: unknown[]) => rpc<Result>(url, method, params)
  const nonce = async (account: Address, tag = 'pending') =>
    Number(await ask<Hex>('eth_getTransactionCount', account, tag))
  return {
    ask,
    nonce,
    code: (account: Address, tag: string) => ask<Hex>('eth_getCode', account, tag),
    wei: async (account: Address, tag: string) =>
      BigInt(await ask<Hex>('eth_getBalance', account, tag)),
    block: (tag: string) => ask<Block>('eth_getBlockByNumber', tag, false),
    receipt: (hash: Hash) => ask<Receipt | null>('eth_getTransactionReceipt', hash),
    submit: (raw: Hex) => ask<Hash>('eth_sendRawTransaction', raw),
    /** Signs and submits a transaction, at the next nonce by default. */
    send: async (from: Sender, fields: Partial<Parameters<Sender['sign']>[0]> = {}) =>
      ask<Hash>(
        'eth_sendRawTransaction',
        await from.sign({ nonce: fields.nonce ?? (await nonce(from.address)), ...fields }),
      ),
  }
}
