import type { Refusal } from '@/lib/network/refusal'

/** A recorded error: its meaning, judged by hand, a file that has it, method, code and start of its message. */
export type KnownError = [
  meaning: Refusal,
  file: string,
  method: string,
  code: number,
  message: string,
]

const [execution, erigon, besu] = [
  'execution-apis/tests',
  'rpc-tests/integration',
  'besu/ethereum/api/src/test/resources/org/hyperledger/besu/ethereum/api/jsonrpc',
]

/**
 * Every error in the recordings (`tests/replay/recordings.ts`), each once. A recorded error counts as one of these by
 * its code and the start of its message; one that is missing here is a misreading.
 */
export const knownErrors: readonly KnownError[] = [
  ['other', execution, 'debug_traceTransaction', -32000, 'transaction not found'],
  ['reverted', execution, 'eth_call', 3, 'execution reverted'],
  ['unable', execution, 'eth_getLogs', -32602, 'block range extends beyond current head block'],
  ['unable', execution, 'eth_getLogs', -32602, 'invalid argument 0: cannot specify both'],
  ['unable', execution, 'eth_getLogs', -32602, 'invalid block range params'],
  ['other', execution, 'eth_simulateV1', -38020, 'block numbers must be in order'],
  ['fee', execution, 'eth_simulateV1', -38012, 'err: max fee per gas less than block base fee'],
  ['other', execution, 'eth_simulateV1', -38026, 'too many blocks'],
  ['other', execution, 'eth_simulateV1', -38021, 'block timestamps must be in order'],
  ['behind', execution, 'eth_simulateV1', -32000, 'header not found'],
  ['funds', execution, 'eth_simulateV1', -38014, 'err: insufficient funds for gas * price + value'],
  ['unfit', execution, 'eth_simulateV1', -38013, 'err: intrinsic gas too low'],
  ['other', execution, 'eth_simulateV1', -32000, 'account 0x'],
  ['unable', execution, 'eth_simulateV1', -32603, 'err: nonce has max value'],
  ['unfit', erigon, 'eth_call', -32000, 'gasRemaining underflow in TransitionDb (intrinsic gas)'],
  ['reverted', erigon, 'eth_estimateGas', -32000, 'execution reverted'],
  ['other', erigon, 'eth_sendRawTransaction', -32000, 'rlp: value size exceeds available input'],
  ['fee', erigon, 'eth_call', -32000, 'fee cap less than block base fee'],
  ['funds', erigon, 'eth_call', -32000, 'insufficient funds for gas * price + value'],
  ['reverted', erigon, 'eth_call', -32000, 'out of gas'],
  ['behind', erigon, 'eth_estimateGas', -32000, 'block not found'],
  ['other', erigon, 'eth_estimateGas', -32000, 'gas required exceeds allowance'],
  ['funds', erigon, 'eth_simulateV1', -38014, 'insufficient funds for gas * price + value'],
  ['fee', erigon, 'eth_simulateV1', -38012, 'fee cap less than block base fee'],
  ['unfit', erigon, 'eth_simulateV1', -38013, 'intrinsic gas too low'],
  ['taken', erigon, 'eth_simulateV1', -38010, 'nonce too low'],
  ['unable', erigon, 'eth_simulateV1', -32603, 'nonce has max value'],
  // Its message is null.
  ['other', erigon, 'eth_simulateV1', -38020, 'The node gave no reason'],
  ['fee', besu, 'eth_call', -32009, 'blob gas price below current blob base fee'],
  ['other', besu, 'eth_call', -32000, 'Total blob gas too high'],
  ['unable', besu, 'eth_call', -32602, 'Invalid transaction type'],
  ['unable', besu, 'eth_call', -32602, 'Invalid call params'],
  ['behind', besu, 'eth_call', -32602, 'Invalid block param (block not found)'],
  ['unfit', besu, 'eth_call', -32003, 'Intrinsic gas exceeds gas limit'],
  ['funds', besu, 'eth_call', -32004, 'Upfront cost exceeds account balance'],
  [
    'reverted',
    besu,
    'eth_estimateGas',
    -32000,
    'Transaction processing could not be completed due to an exception (Invalid opcode',
  ],
  ['taken', besu, 'eth_estimateGas', -32001, 'Nonce too low'],
  ['unable', besu, 'eth_getBalance', -32602, 'Invalid block number params'],
  ['behind', besu, 'eth_getLogs', -32000, 'Block not found'],
  ['unable', besu, 'eth_getLogs', -32602, 'Invalid params'],
  ['unable', besu, 'eth_getLogs', -32602, 'Invalid filter params'],
  ['other', besu, 'eth_simulateV1', -38020, 'Block number is invalid'],
  ['reverted', besu, 'eth_call', 3, 'Execution reverted'],
]
