import { keccak256, zeroAddress } from 'viem'
import type { Hex } from 'viem'

/** Fault of one request to a node. */
export type Fault =
  | { kind: 'requestDropped' }
  | { kind: 'replyDropped' }
  | { kind: 'http'; status: number; type: string; body: string }
  | { kind: 'silence'; ms: number }
  | { kind: 'refused'; code: number; message: string }
  | { kind: 'altered'; alter: (result: unknown, params: unknown[]) => unknown }

export type Limit = {
  /** Number of requests it affects: 1 by default, unlimited if `ms` is set. */
  times?: number
  /** Duration of the fault in ms. */
  ms?: number
  /** Filter over the method's requests, by their params. */
  when?: (params: unknown[]) => boolean
}

/** Fault: the connection closes before the node sees the request. */
export const requestDropped: Fault = { kind: 'requestDropped' }

/** Fault: the node carries out the request, and the connection closes without a response. */
export const replyDropped: Fault = { kind: 'replyDropped' }

/** Fault: HTTP 429 (rate limit). */
export const tooManyRequests: Fault = {
  kind: 'http',
  status: 429,
  type: 'application/json',
  body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"too many requests"}}',
}

/** Fault: HTTP 500. */
export const serverError: Fault = {
  kind: 'http',
  status: 500,
  type: 'text/plain',
  body: 'Internal Server Error',
}

/** Fault: HTML instead of JSON with status 200, as captive portals and gateways send it. */
export const html: Fault = {
  kind: 'http',
  status: 200,
  type: 'text/html',
  body: '<!doctype html><title>Bad Gateway</title>',
}

/** Fault: the node carries out the request at once, its response arrives `ms` later. */
export const silence = (ms: number): Fault => ({ kind: 'silence', ms })

/** Fault: a JSON-RPC error; the node does not see the request. */
export const refused = (message: string, code = -32000): Fault => ({
  kind: 'refused',
  code,
  message,
})

/** Fault of `eth_getTransactionCount`: the node lags `by` transactions behind. */
export const staleNonce = (by: number): Fault => ({
  kind: 'altered',
  alter: (count) => `0x${Math.max(0, Number(count) - by).toString(16)}`,
})

/** Fault of `eth_chainId`: the node serves another chain. */
export const wrongChainId = (chainId: number): Fault => ({
  kind: 'altered',
  alter: () => `0x${chainId.toString(16)}`,
})

/** Fault of `eth_getTransactionReceipt`: an invented success, or a real receipt with some fields replaced. */
export const fakeReceipt = (lies: Record<string, unknown> = {}): Fault => ({
  kind: 'altered',
  alter: (receipt, [hash]) => ({ ...(receipt ?? invented(hash as Hex)), ...lies }),
})

const invented = (transactionHash: Hex) => ({
  type: '0x2',
  status: '0x1',
  transactionHash,
  transactionIndex: '0x0',
  blockHash: keccak256(transactionHash),
  blockNumber: '0x1',
  from: zeroAddress,
  to: zeroAddress,
  contractAddress: null,
  cumulativeGasUsed: '0x5208',
  gasUsed: '0x5208',
  effectiveGasPrice: '0x1',
  logsBloom: `0x${'00'.repeat(256)}`,
  logs: [],
})

type Armed = { method: string; fault: Fault; left: number; until: number; when: Limit['when'] }

/** Creates the faults of one node; each request takes the first armed fault that matches it. */
export const createFaults = () => {
  let armed: Armed[] = []
  const isSpent = ({ left, until }: Armed) => left <= 0 || performance.now() > until

  return {
    /** Arms a fault for a method, or for all (`*`); returns a function that disarms it. */
    arm: (method: string, fault: Fault, { times, ms = Infinity, when }: Limit = {}) => {
      const left = times ?? (ms === Infinity ? 1 : Infinity)
      const entry = { method, fault, left, until: performance.now() + ms, when }
      armed.push(entry)
      return () => {
        armed = armed.filter((other) => other !== entry)
      }
    },
    /** Disarms all faults. */
    clear: () => {
      armed = []
    },
    take: (method: string, params: unknown[]): Fault | undefined => {
      armed = armed.filter((entry) => !isSpent(entry))
      const struck = armed.find(
        (entry) =>
          (entry.method === method || entry.method === '*') && (entry.when?.(params) ?? true),
      )
      if (struck) struck.left -= 1
      return struck?.fault
    },
  }
}
