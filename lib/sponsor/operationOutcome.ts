import {
  concat,
  decodeAbiParameters,
  pad,
  size,
  slice,
  zeroHash,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import type { Receipt } from '../db/batchEvent'
import { sameAddress } from '../values/address'
import { entryPoint } from './entryPoint'

export type ReceiptLog = Receipt['logs'][number]

// Events of EntryPoint 0.8 (IEntryPoint.sol), by their first topic.
/** `UserOperationEvent`: the operation is over; its nonce is used. */
const operated: Hash = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
/** `UserOperationRevertReason`: the account's calls reverted, and the data with which they did. */
const reverted: Hash = '0x1c4fada7374c0a9ee8841fc38afe82932dc0f8e69012e927f061a8bae611a201'

const isOwn = ({ address }: ReceiptLog): boolean => sameAddress(address, entryPoint)

const isOf = (log: ReceiptLog, topic: Hash): boolean => isOwn(log) && log.topics[0] === topic

/**
 * True if the calls of no operation stand on both sides of a log: the end of one, or `BeforeExecution` and
 * `SignatureAggregatorChanged`, the EntryPoint's only events without data.
 */
const parts = (log: ReceiptLog): boolean => isOf(log, operated) || (isOwn(log) && log.data === '0x')

/** True if a log is the EntryPoint's about an operation of an account. */
export const isUse = (log: ReceiptLog, account: Address): boolean =>
  isOf(log, operated) && log.topics[2]?.toLowerCase() === pad(account).toLowerCase()

/** Outcome of an operation: false if it reverted, and the logs that it alone wrote. */
export type OperationOutcome = { success: boolean; logs: ReceiptLog[] }

/**
 * Reads what became of an operation out of the logs of a transaction, which holds others' too; undefined if the
 * operation is not in it. What the account's own calls did stands between the end of the operation before it, or the
 * beginning of the bundle, and its own end.
 */
export const operationOutcome = (
  logs: readonly ReceiptLog[],
  hash: Hash,
): OperationOutcome | undefined => {
  const end = logs.findIndex((log) => isOf(log, operated) && log.topics[1] === hash)
  const event = logs[end]
  // nonce, success, actualGasCost, actualGasUsed
  if (!event || size(event.data) !== 128) return undefined
  const before = logs.slice(0, end)
  const start = before.findLastIndex(parts)
  return {
    success: BigInt(slice(event.data, 32, 64)) === 1n,
    // Logs of the EntryPoint about the operation itself, such as why it reverted, are not of its calls.
    logs: before.slice(start + 1).filter((log) => !(isOwn(log) && log.topics[1] === hash)),
  }
}

/** Returns the data with which the account's calls reverted, as the EntryPoint says; undefined if it says nothing. */
export const revertDataIn = (logs: readonly ReceiptLog[], hash: Hash): Hex | undefined => {
  const said = logs.find((log) => isOf(log, reverted) && log.topics[1] === hash)
  if (!said) return undefined
  // nonce, revertReason
  const [, data] = decodeAbiParameters([{ type: 'uint256' }, { type: 'bytes' }], said.data)
  return data
}

/** Returns the criteria by which a node finds ends of operations, whoever bundled them: by hash, sender and paymaster. */
export const operationFilter = (topics: readonly (Hash | null)[]) => ({
  address: entryPoint,
  topics: [operated, ...topics],
})

/** Selector of `getNonce(address,uint192)`. */
const getNonce: Hex = '0x35567e1a'

/** Returns the call that reads the nonce of an account's next operation. */
export const nonceCall = (account: Address): { to: Address; data: Hex } => ({
  to: entryPoint,
  data: concat([getNonce, pad(account), zeroHash]),
})

/** Selector of `incrementNonce(uint192)`. */
const incrementNonce: Hex = '0x0bd28e3b'

/**
 * Returns the call by which an account uses up the nonce of its next operation, so that one that is signed can run no
 * more. It never reverts: where the operation has run, the nonce after it is used up, which nothing is signed with.
 */
export const burnCall = (): { to: Address; value: '0x0'; data: Hex } => ({
  to: entryPoint,
  value: '0x0',
  data: concat([incrementNonce, zeroHash]),
})
