import {
  concat,
  decodeAbiParameters,
  pad,
  size,
  slice,
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
/** `BeforeExecution`: all operations of a bundle were looked at, and the first one runs. */
const begins: Hash = '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'
/** `SignatureAggregatorChanged`, which stands before operations that are bundled in another way. */
const aggregates: Hash = '0x575ff3acadd5ab348fe1855e217e0f3678f8d767d7494c9f9fefbee2e17cca4d'

/** `UserOperationRevertReason`: the account's calls reverted, and the data with which they did. */
const reverted: Hash = '0x1c4fada7374c0a9ee8841fc38afe82932dc0f8e69012e927f061a8bae611a201'

const isOf = (log: ReceiptLog, ...topics: readonly Hash[]): boolean =>
  sameAddress(log.address, entryPoint) && topics.some((topic) => log.topics[0] === topic)

/** True if a log is the EntryPoint's about an operation of an account. */
export const isUse = (log: ReceiptLog, account: Address): boolean =>
  isOf(log, operated) && log.topics[2]?.toLowerCase() === pad(account, { size: 32 }).toLowerCase()

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
  const start = before.findLastIndex((log) => isOf(log, operated, begins))
  // Logs of the EntryPoint about the operation itself, such as why it reverted, are not of its calls.
  const isSaid = (log: ReceiptLog) =>
    isOf(log, aggregates) || (sameAddress(log.address, entryPoint) && log.topics[1] === hash)
  return {
    success: BigInt(slice(event.data, 32, 64)) === 1n,
    logs: before.slice(start + 1).filter((log) => !isSaid(log)),
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
  data: concat([getNonce, pad(account, { size: 32 }), pad('0x00', { size: 32 })]),
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
  data: concat([incrementNonce, pad('0x00', { size: 32 })]),
})
