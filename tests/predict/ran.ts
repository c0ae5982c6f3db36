import {
  decodeErrorResult,
  decodeFunctionData,
  parseAbi,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import { rpc } from '../chain/rpc.ts'
import { allowanceKey } from './assetKeys.ts'
import { permit2 } from './contracts.ts'

type Trace = {
  type?: string
  from?: Address
  to?: Address
  value?: Hex
  input?: Hex
  error?: string
  output?: Hex
  calls?: Trace[]
}

/** Index of the first call that failed, null if none did, and its revert data. */
export type Ran = { failed: number | null; data: Hex }

const receiptOf = (url: string, hash: Hash) =>
  rpc<{ status: Hex; gasUsed: Hex } | null>(url, 'eth_getTransactionReceipt', [hash])

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

const carriers = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']

/** Adds how much wei an account sends each other one in a trace, less what that one sends it; by lower case. */
const addWei = (sent: Map<string, bigint>, trace: Trace, account: Address): void => {
  const { type = 'CALL', from = '0x', to = '0x', value = '0x0', error, calls = [] } = trace
  if (error !== undefined) return
  const [giver, taker, own] = [from, to, account].map((one) => one.toLowerCase())
  const wei = carriers.includes(type) ? BigInt(value) : 0n
  if (giver !== taker && giver === own) sent.set(taker ?? '', (sent.get(taker ?? '') ?? 0n) + wei)
  if (giver !== taker && taker === own) sent.set(giver ?? '', (sent.get(giver ?? '') ?? 0n) - wei)
  for (const call of calls) addWei(sent, call, account)
}

const pulling = parseAbi([
  'function transferFrom(address from, address to, uint256 value)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
])

/** Adds the keys of allowances by which others take something of an account in a trace. */
const addPulls = (pulls: Set<string>, trace: Trace, account: Address): void => {
  const { type, from: spender = '0x', to = '0x', input = '0x', error, calls = [] } = trace
  if (error !== undefined) return
  for (const call of calls) addPulls(pulls, call, account)
  if (type !== 'CALL' || spender.toLowerCase() === account.toLowerCase()) return
  try {
    const { args } = decodeFunctionData({ abi: pulling, data: input })
    const [owner, , amount, token] = args
    if (owner.toLowerCase() !== account.toLowerCase() || amount === 0n) return
    if (token === undefined) pulls.add(allowanceKey({ standard: 'ERC20', token: to, spender }))
    else if (to.toLowerCase() === permit2.toLowerCase())
      pulls.add(allowanceKey({ standard: 'Permit2', token, spender }))
  } catch {
    // It calls another function.
  }
}

/**
 * Returns what the receipts of transactions say they used, how much wei the account sent whom, and the keys of the
 * allowances by which others took something.
 */
export const tracesOf = async (url: string, hashes: readonly Hash[], account: Address) => {
  const sent = new Map<string, bigint>()
  const used: bigint[] = []
  const pulls = new Set<string>()
  for (const hash of hashes) {
    const receipt = await receiptOf(url, hash)
    if (!receipt) continue
    used.push(BigInt(receipt.gasUsed))
    const trace = await traceOf(url, hash)
    addWei(sent, trace, account)
    addPulls(pulls, trace, account)
  }
  return { sent, used, pulls }
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
