import { decodeErrorResult, parseAbi, type Hash, type Hex } from 'viem'
import { rpc } from '../chain/rpc.ts'

type Trace = { error?: string; output?: Hex; calls?: Trace[] }

/** Index of the first call that failed, null if none did, and its revert data. */
export type Ran = { failed: number | null; data: Hex }

const receiptOf = (url: string, hash: Hash) =>
  rpc<{ status: Hex } | null>(url, 'eth_getTransactionReceipt', [hash])

const traceOf = (url: string, hash: Hash) =>
  rpc<Trace>(url, 'debug_traceTransaction', [hash, { tracer: 'callTracer' }])

/** Reads from receipts and traces which call of a batch failed; `hashes` are its transactions, in order. */
export const ranOf = async (url: string, isAtomic: boolean, hashes: Hash[]): Promise<Ran> => {
  for (const [index, hash] of hashes.entries()) {
    const receipt = await receiptOf(url, hash)
    // Without a receipt the node refused it: the account has not enough ether.
    if (!receipt) return { failed: index, data: '0x' }
    if (receipt.status === '0x1') continue
    const trace = await traceOf(url, hash)
    if (!isAtomic) return { failed: index, data: trace.output ?? '0x' }
    const inner = trace.calls?.findIndex(({ error }) => error !== undefined) ?? -1
    if (inner >= 0) return { failed: inner, data: trace.calls?.[inner]?.output ?? '0x' }
    return { failed: wrapped(trace.output), data: trace.output ?? '0x' }
  }
  return { failed: null, data: '0x' }
}

/** Reads the failing call from the executor's error: one that lacked ether is in no trace. -1 if unknown. */
const wrapped = (output: Hex = '0x'): number | null => {
  try {
    const abi = parseAbi(['error ExecuteError(uint256 index, bytes reason)'])
    return Number(decodeErrorResult({ abi, data: output }).args[0])
  } catch {
    return -1
  }
}
