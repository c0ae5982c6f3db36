import {
  decodeAbiParameters,
  getAddress,
  numberToHex,
  size,
  slice,
  toEventSelector,
  type Address,
  type Hex,
} from 'viem'
import { sameAddress } from '../values/address'
import type { Log } from './simulateV1'
import { assetKey } from './material'
import type { Asset, Change, Payees } from '../db/outcome'
import { transferTopic } from './tokens'
import { wantRightIn } from './rights'
import { nothing, wantAsset, wantGrant, type ReadSet } from './readSet'

const [single, batch, approval, approvalForAll, permit2Approval, permit2Permit, move] = [
  'TransferSingle(address,address,address,uint256,uint256)',
  'TransferBatch(address,address,address,uint256[],uint256[])',
  'Approval(address,address,uint256)',
  'ApprovalForAll(address,address,bool)',
  'Approval(address,address,address,uint160,uint48)',
  'Permit(address,address,address,uint160,uint48,uint48)',
  'Transfer(address,address,address,uint256,uint256)',
].map((event) => toEventSelector(event))

/** Topics of the events that are read here. */
export const knownTopics = [
  transferTopic,
  single,
  batch,
  approval,
  approvalForAll,
  permit2Approval,
  permit2Permit,
  move,
].map(String)

/** Address in the logs that nodes add for transfers of the chain's own coin (`traceTransfers`). */
const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const addressIn = (topic: Hex | undefined): Address | undefined =>
  topic && size(topic) === 32 ? slice(topic, 12) : undefined

const wordAt = (data: Hex, index: number): bigint | undefined =>
  size(data) >= 32 * (index + 1) ? BigInt(slice(data, 32 * index, 32 * (index + 1))) : undefined

/**
 * Returns the assets and allowances of an account that logs name. Logs may lie, so they only decide what is
 * read. Each contract that logs anything is read as an ERC-20: it may move balances without a log.
 */
export const mentionsInLogs = (logs: readonly Log[], account: Address): ReadSet => {
  const wants = nothing()
  for (const log of logs) {
    if (sameAddress(log.address, coin)) continue
    readLog(wants, log, account)
    wantAsset(wants, {
      asset: { standard: 'ERC20', address: log.address },
      isNamed: false,
      net: 0n,
    })
  }
  return wants
}

/** A transfer that a log tells of; the amount in raw units. */
export type Transfer = { asset: Asset; from: Address; to: Address; amount: bigint }

/** Returns the transfers in a log to or from the account. */
export const transfersIn = (log: Log, account: Address): Transfer[] => {
  const { address, topics, data } = log
  const [event, ...rest] = topics
  // ERC-1155 names the operator first.
  const isLater = event === single || event === batch
  const [from, to] = rest.slice(isLater ? 1 : 0).map(addressIn)
  if (!from || !to || !(sameAddress(from, account) || sameAddress(to, account))) return []
  if (event === transferTopic) {
    const [, , id] = rest
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
  if (event === move && rest[2]) {
    const tokenId = numberToHex(BigInt(rest[2]))
    const amount = wordAt(data, 1) ?? 0n
    return [{ asset: { standard: 'ERC6909', address, tokenId }, from, to, amount }]
  }
  if (!isLater) return []
  return itemsOf(log).map(([id, amount]) => {
    const asset: Asset = { standard: 'ERC1155', address, tokenId: numberToHex(id) }
    return { asset, from, to, amount }
  })
}

const isOfIds = ({ topics: [event, ...rest] }: Log): boolean =>
  event === single || event === batch || (event === transferTopic && rest.length === 3)

const readLog = (wants: ReadSet, log: Log, account: Address): void => {
  if (isOfIds(log)) wants.collections.add(getAddress(log.address))
  for (const { asset, from, to, amount } of transfersIn(log, account)) {
    if (asset.standard === 'native') continue
    const net =
      (sameAddress(to, account) ? amount : 0n) - (sameAddress(from, account) ? amount : 0n)
    wantAsset(wants, { asset, isNamed: true, net })
  }
  wantRightIn(wants, log, account)
  const owner = addressIn(log.topics[1])
  if (owner && sameAddress(owner, account)) readGrant(wants, log)
}

/**
 * Returns who receives the assets that leave the account, by its own transfer logs. A token with false logs
 * misleads about itself only.
 */
export const payeesIn = (
  logs: readonly Log[],
  changes: readonly Change[],
  account: Address,
): Payees[] => {
  const found = new Map<string, Set<Address>>()
  for (const log of logs)
    for (const { asset, to, amount } of transfersIn(log, account))
      if (!sameAddress(to, account) && amount > 0n) {
        const key = assetKey({ asset })
        found.set(key, (found.get(key) ?? new Set()).add(getAddress(to)))
      }
  return changes.flatMap((change): Payees[] => {
    const of = assetKey(change)
    const to = change.direction === 'out' && found.get(of)
    return to ? [{ of, to: [...to].sort() }] : []
  })
}

/** Adds the allowance that an approval log of the account names. */
const readGrant = (wants: ReadSet, { address, topics, data }: Log): void => {
  const [event, , spenderTopic, thirdTopic] = topics
  const [spender, third] = [addressIn(spenderTopic), addressIn(thirdTopic)]
  if (!spender) return
  if (event === approval && thirdTopic) {
    const tokenId = numberToHex(BigInt(thirdTopic))
    wants.collections.add(getAddress(address))
    const became = BigInt(spender) === 0n ? 0n : 1n
    wantGrant(wants, { standard: 'ERC721', token: address, spender, tokenId }, { became })
  } else if (event === approval) {
    const became = wordAt(data, 0) ?? 0n
    wantGrant(wants, { standard: 'ERC20', token: address, spender }, { became })
  } else if (event === approvalForAll) {
    wants.collections.add(getAddress(address))
    const became = wordAt(data, 0) ?? 0n
    wantGrant(wants, { standard: 'collection', token: address, spender }, { became })
  } else if (third && (event === permit2Approval || event === permit2Permit)) {
    // Permit2 indexes owner, token and spender.
    const became = wordAt(data, 0) ?? 0n
    wantGrant(wants, { standard: 'Permit2', token: spender, spender: third }, { became })
    const asset = { standard: 'ERC20' as const, address: spender }
    wantAsset(wants, { asset, isNamed: false, net: 0n })
  }
}

const itemsOf = ({ topics, data }: Log): (readonly [id: bigint, amount: bigint])[] => {
  if (topics[0] === single) return [[wordAt(data, 0) ?? 0n, wordAt(data, 1) ?? 0n]]
  try {
    const [ids, amounts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
    return ids.map((id, index) => [id, amounts[index] ?? 0n])
  } catch {
    // The data do not match the event of the first topic: the log is ignored.
    return []
  }
}
