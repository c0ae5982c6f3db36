import { knownErrors } from './errors'
import type { Recorded } from './recorded'

const hash = `0x${'33'.repeat(32)}`
const account = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const revert = '0x08c379a0'

const block = {
  number: '0x20',
  hash,
  timestamp: '0x140',
  gasLimit: '0x1c9c380',
  gasUsed: '0x5208',
  mixHash: hash,
  transactions: [],
}

const { mixHash: _, ...plain } = block

const receipt = {
  transactionHash: hash,
  blockHash: hash,
  blockNumber: '0x20',
  gasUsed: '0x5208',
  effectiveGasPrice: '0x342770c0',
  status: '0x1',
  logs: [{ address: account, data: '0x', topics: [hash], logIndex: '0x0', removed: false }],
  type: '0x2',
}

const ran = { status: '0x1', returnData: '0x', gasUsed: '0x5208', logs: [] }
const failed = { ...ran, status: '0x0' }
const simulated = (...calls: object[]) => [{ number: '0x21', timestamp: '0x14c', calls }]

/**
 * Results in every form that the recordings have, with values of our own: the name says which node gives them
 * and how they differ.
 */
const results: [name: string, method: string, result: unknown][] = [
  ['geth: a block of today', 'eth_getBlockByNumber', { ...block, baseFeePerGas: '0x342770c0' }],
  [
    'geth: the pending block has no hash',
    'eth_getBlockByNumber',
    { ...block, hash: null, baseFeePerGas: '0x7' },
  ],
  ['geth: a block before London', 'eth_getBlockByNumber', block],
  ['reth without a pending block, Erigon: null', 'eth_getBlockByNumber', null],
  [
    'Gnosis: a block by hash without mixHash',
    'eth_getBlockByHash',
    { ...plain, baseFeePerGas: '0x7' },
  ],
  ['geth: a receipt', 'eth_getTransactionReceipt', receipt],
  [
    'geth: a receipt of a failure',
    'eth_getTransactionReceipt',
    { ...receipt, status: '0x0', logs: [] },
  ],
  [
    'OP stack: a receipt with an L1 fee',
    'eth_getTransactionReceipt',
    { ...receipt, l1Fee: '0x3e8' },
  ],
  ['OP stack: a receipt of a deposit', 'eth_getTransactionReceipt', { ...receipt, l1Fee: null }],
  ['no receipt', 'eth_getTransactionReceipt', null],
  [
    'geth: fees with tips',
    'eth_feeHistory',
    {
      gasUsedRatio: [0.5, 0.9],
      reward: [
        ['0x1', '0x2', '0x3'],
        ['0x0', '0x0', '0x0'],
      ],
    },
  ],
  [
    'Erigon: fees without tips',
    'eth_feeHistory',
    { gasUsedRatio: [0.5], baseFeePerGas: ['0x1', '0x2'] },
  ],
  ['Erigon: fees with null', 'eth_feeHistory', { gasUsedRatio: null, reward: null }],
  ['Besu: a balance of no known block', 'eth_getBalance', null],
  ['Besu: code of no known block', 'eth_getCode', null],
  ['Erigon: no tip', 'eth_maxPriorityFeePerGas', null],
  ['a balance', 'eth_getBalance', '0x0'],
  ['no code', 'eth_getCode', '0x'],
  ['a count', 'eth_getTransactionCount', '0x2a'],
  ['a count as a number', 'eth_getTransactionCount', 42],
  ['an empty answer', 'eth_call', '0x'],
  ['an answer', 'eth_call', hash],
  ['no answer', 'eth_call', null],
  ['an estimate', 'eth_estimateGas', '0x5208'],
  ['an empty estimate', 'eth_estimateGas', '0x'],
  ['sent', 'eth_sendRawTransaction', hash],
  ['geth: a simulation', 'eth_simulateV1', simulated({ ...ran, maxUsedGas: '0x5208' })],
  ['Erigon: a simulation without the gas before refunds', 'eth_simulateV1', simulated(ran, ran)],
  [
    'geth: a revert',
    'eth_simulateV1',
    simulated(ran, { ...failed, error: { code: 3, message: 'execution reverted', data: revert } }),
  ],
  [
    'Besu: a revert without an error',
    'eth_simulateV1',
    simulated({ ...failed, returnData: revert }),
  ],
  [
    'the specification: an error as a text',
    'eth_simulateV1',
    simulated({ ...failed, error: 'out of gas' }),
  ],
  [
    'geth: out of gas',
    'eth_simulateV1',
    simulated({ ...failed, error: { code: -32015, message: 'out of gas' } }),
  ],
  [
    'geth: a simulation in the second of two blocks',
    'eth_simulateV1',
    [...simulated(failed), ...simulated(ran)],
  ],
  ['Erigon: a simulation of nothing', 'eth_simulateV1', null],
  ['a simulation of no block', 'eth_simulateV1', []],
  ['a simulation without calls', 'eth_simulateV1', [{ number: '0x21' }]],
  ['a chain ID', 'eth_chainId', '0x2105'],
  ['logs', 'eth_getLogs', receipt.logs],
  [
    'geth: a trace',
    'debug_traceTransaction',
    { type: 'CALL', from: account, to: account, calls: [{ type: 'CALL', from: account }] },
  ],
  [
    'geth: a trace of steps',
    'debug_traceTransaction',
    { gas: 21000, failed: false, returnValue: '', structLogs: [] },
  ],
  ['no trace', 'debug_traceTransaction', null],
]

/** Every kind of recorded answer once, small enough to stand here. */
export const short: readonly Recorded[] = [
  ...knownErrors.map(([, file, method, code, message]): Recorded => {
    const data = code === 3 ? { data: revert } : {}
    return { file: `${file}, ${method}`, method, params: [], error: { code, message, ...data } }
  }),
  // The words of a contract and of a provider, in the places of the node's own.
  ...['too many requests', 'already known', 'insufficient funds'].map((text): Recorded => {
    const error = { code: 3, message: `execution reverted: ${text}` }
    return { file: `a contract says ${text}`, method: 'eth_call', params: [], error }
  }),
  ...results.map(([file, method, result]): Recorded => ({ file, method, params: [], result })),
]
