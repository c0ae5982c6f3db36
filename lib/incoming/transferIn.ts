import { getAddress, numberToHex, pad, type Address, type Hash, type Hex } from 'viem'
import { addressIn, wordAt } from '../simulate/transfers'
import { transferTopic } from '../values/eventTopics'
import { sameAddress } from '../values/address'
import type { Seen, TokenReceipt } from './incoming'

/** Returns the topics by which a node finds the transfers of tokens to an account. */
export const transfersTo = (account: Address): (Hex | null)[] => [transferTopic, null, pad(account)]

type Raw = Record<
  'address' | 'topics' | 'data' | 'blockNumber' | 'transactionHash' | 'logIndex' | 'blockTimestamp',
  unknown
>

const isQuantity = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value)

const isHash = (value: unknown): value is Hash =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)

/**
 * Reads a log as a transfer of a token to the account: undefined for one of nothing, of an item, from the account itself,
 * outside the blocks that were asked for, and for what is no such log.
 */
export const transferIn = (
  log: unknown,
  account: Address,
  { from: first, to: last }: { from: number; to: number },
  seen: Seen,
): TokenReceipt | undefined => {
  if (typeof log !== 'object' || log === null) return undefined
  const { address, topics, data, blockNumber, transactionHash, logIndex, blockTimestamp } =
    log as Raw
  if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address)) return undefined
  if (typeof data !== 'string' || !/^0x[0-9a-f]{64}$/i.test(data)) return undefined
  if (!Array.isArray(topics) || topics.length !== 3 || !topics.every(isHash)) return undefined
  if (!isQuantity(blockNumber) || !isQuantity(logIndex) || !isHash(transactionHash))
    return undefined
  const [event, sender, receiver] = topics
  const [from, to] = [addressIn(sender), addressIn(receiver)]
  const amount = wordAt(data as Hex, 0) ?? 0n
  const block = Number(blockNumber)
  // A transfer of nothing costs its sender gas alone: it only puts an address under the eyes.
  if (event !== transferTopic || amount === 0n || block < first || block > last) return undefined
  if (!from || !to || !sameAddress(to, account) || sameAddress(from, account)) return undefined
  const time = isQuantity(blockTimestamp) ? Number(blockTimestamp) * 1000 : Infinity
  return {
    token: getAddress(address),
    from: getAddress(from),
    amount: numberToHex(amount),
    block,
    hash: transactionHash,
    index: Number(logIndex),
    ...(time <= seen.seenAt ? { time } : {}),
    ...seen,
  }
}
