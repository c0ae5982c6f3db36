import { keccak256, zeroAddress } from 'viem'
import type { Hex } from 'viem'

/** What goes wrong with one request to a node. */
export type Fault =
  | { kind: 'requestDropped' }
  | { kind: 'replyDropped' }
  | { kind: 'http'; status: number; type: string; body: string }
  | { kind: 'silence'; ms: number }
  | { kind: 'refused'; code: number; message: string }
  | { kind: 'altered'; alter: (result: unknown, params: unknown[]) => unknown }

export type Limit = {
  /** How many requests it strikes; 1 unless told otherwise, any number if `ms` is given. */
  times?: number
  /** How long it strikes. */
  ms?: number
  /** Which requests of the method it strikes. */
  when?: (params: unknown[]) => boolean
}

/** The connection closes before the node sees the request. */
export const requestDropped: Fault = { kind: 'requestDropped' }

/** The node does what it was asked, and the connection closes without an answer. */
export const replyDropped: Fault = { kind: 'replyDropped' }

/** HTTP 429. */
export const tooManyRequests: Fault = {
  kind: 'http',
  status: 429,
  type: 'application/json',
  body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"too many requests"}}',
}

/** HTTP 500. */
export const serverError: Fault = {
  kind: 'http',
  status: 500,
  type: 'text/plain',
  body: 'Internal Server Error',
}

/** A page where JSON should be, as captive portals and gateways serve it: with status 200. */
export const html: Fault = {
  kind: 'http',
  status: 200,
  type: 'text/html',
  body: '<!doctype html><title>Bad Gateway</title>',
}

/** The node does at once what it was asked; its answer comes `ms` later. */
export const silence = (ms: number): Fault => ({ kind: 'silence', ms })

/** A JSON-RPC error; the node does not see the request. */
export const refused = (message: string, code = -32000): Fault => ({
  kind: 'refused',
  code,
  message,
})

/** For `eth_getTransactionCount`: a node that lags `by` transactions behind. */
export const staleNonce = (by: number): Fault => ({
  kind: 'altered',
  alter: (count) => `0x${Math.max(0, Number(count) - by).toString(16)}`,
})

/** For `eth_chainId`: a node of another chain. */
export const wrongChainId = (chainId: number): Fault => ({
  kind: 'altered',
  alter: () => `0x${chainId.toString(16)}`,
})

/** For `eth_getTransactionReceipt`: a success that never was, or a true receipt with lies in it. */
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

/** The faults of one node: arm some, and each request takes the first that is meant for it. */
export const createFaults = () => {
  let armed: Armed[] = []
  const isSpent = ({ left, until }: Armed) => left <= 0 || performance.now() > until

  return {
    /** Arms a fault for a method, or for `*`; gives back what disarms it. */
    arm: (method: string, fault: Fault, { times, ms = Infinity, when }: Limit = {}) => {
      const left = times ?? (ms === Infinity ? 1 : Infinity)
      const entry = { method, fault, left, until: performance.now() + ms, when }
      armed.push(entry)
      return () => {
        armed = armed.filter((other) => other !== entry)
      }
    },
    /** Disarms all of them. */
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
