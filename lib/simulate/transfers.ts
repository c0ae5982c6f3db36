import { decodeAbiParameters, numberToHex, size, slice, type Address, type Hex } from 'viem'
import type { Asset } from '../db/outcome'
import { sameAddress } from '../values/address'
import {
  erc6909TransferTopic,
  transferBatchTopic,
  transferSingleTopic,
  transferTopic,
} from '../values/eventTopics'
import type { Log } from './simulateV1'

/** Topics of the events that tell of a transfer. */
export const transferTopics: readonly string[] = [
  transferTopic,
  transferSingleTopic,
  transferBatchTopic,
  erc6909TransferTopic,
]

/** Address in the logs that nodes add for transfers of the chain's own coin (`traceTransfers`). */
export const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Returns the address in a topic; undefined if the log has no such topic. */
export const addressIn = (topic: Hex | undefined): Address | undefined =>
  topic?.length === 66 ? `0x${topic.slice(26)}` : undefined

/** Returns a word of a log's data as a number; undefined if the data are shorter. */
export const wordAt = (data: Hex, index: number): bigint | undefined =>
  size(data) >= 32 * (index + 1) ? BigInt(slice(data, 32 * index, 32 * (index + 1))) : undefined

/** True for a transfer log that names token IDs (ERC-721, ERC-1155). */
export const isOfIds = ({ topics }: Log): boolean => {
  const event = topics[0]
  return (
    event === transferSingleTopic ||
    event === transferBatchTopic ||
    (event === transferTopic && topics.length === 4)
  )
}

/** A transfer that a log tells of; the amount in raw units. */
export type Transfer = { asset: Asset; from: Address; to: Address; amount: bigint }

const kept = new WeakMap<Log, readonly Transfer[]>()

/**
 * Returns the transfers that a log tells of. Logs of contracts may lie; those of the coin are the node's. Each log is read
 * once: each part of a quote asks for the transfers of all of them.
 */
export const transfersOf = (log: Log): readonly Transfer[] => {
  const transfers = kept.get(log) ?? transfersTold(log)
  kept.set(log, transfers)
  return transfers
}

const transfersTold = (log: Log): Transfer[] => {
  const { address, topics, data } = log
  const event = topics[0]
  // ERC-1155 names the operator first.
  const isLater = event === transferSingleTopic || event === transferBatchTopic
  const from = addressIn(topics[isLater ? 2 : 1])
  const to = addressIn(topics[isLater ? 3 : 2])
  if (!from || !to) return []
  const id = topics[3]
  if (event === transferTopic) {
    if (id) {
      const tokenId = numberToHex(BigInt(id))
      return [{ asset: { standard: 'ERC721', address, tokenId }, from, to, amount: 1n }]
    }
    const asset: Asset = sameAddress(address, coin)
      ? { standard: 'native' }
      : { standard: 'ERC20', address }
    return [{ asset, from, to, amount: wordAt(data, 0) ?? 0n }]
  }
  // ERC-6909 has the caller in the data, before the amount.
  if (event === erc6909TransferTopic && id) {
    const tokenId = numberToHex(BigInt(id))
    const amount = wordAt(data, 1) ?? 0n
    return [{ asset: { standard: 'ERC6909', address, tokenId }, from, to, amount }]
  }
  if (!isLater) return []
  return itemsOf(log).map(([item, amount]) => {
    const asset: Asset = { standard: 'ERC1155', address, tokenId: numberToHex(item) }
    return { asset, from, to, amount }
  })
}

/** Returns the transfers in a log to or from the account. */
export const transfersIn = (log: Log, account: Address): Transfer[] =>
  transfersOf(log).filter(({ from, to }) => sameAddress(from, account) || sameAddress(to, account))

const itemsOf = ({ topics, data }: Log): (readonly [id: bigint, amount: bigint])[] => {
  if (topics[0] === transferSingleTopic) return [[wordAt(data, 0) ?? 0n, wordAt(data, 1) ?? 0n]]
  try {
    const [ids, amounts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
    return ids.map((id, index) => [id, amounts[index] ?? 0n])
  } catch {
    // The data do not match the event of the first topic: the log is ignored.
    return []
  }
}
