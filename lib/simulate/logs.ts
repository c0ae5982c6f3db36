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
import { sameAddress } from '../rpc/schema'
import type { Log } from './ask'
import { nothing, wantAsset, wantGrant, type Wants } from './wants'

const [transfer, single, batch, approval, approvalForAll, permit2Approval, permit2Permit] = [
  'Transfer(address,address,uint256)',
  'TransferSingle(address,address,address,uint256,uint256)',
  'TransferBatch(address,address,address,uint256[],uint256[])',
  'Approval(address,address,uint256)',
  'ApprovalForAll(address,address,bool)',
  'Approval(address,address,address,uint160,uint48)',
  'Permit(address,address,address,uint160,uint48,uint48)',
].map((event) => toEventSelector(event))

/** Where nodes put what moves of the chain's own coin. */
const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const addressIn = (topic: Hex | undefined): Address | undefined =>
  topic && size(topic) === 32 ? slice(topic, 12) : undefined

const wordAt = (data: Hex, index: number): bigint | undefined =>
  size(data) >= 32 * (index + 1) ? BigInt(slice(data, 32 * index, 32 * (index + 1))) : undefined

/**
 * What logs name of an account. They lie, and are only asked what to read: every contract that logs anything
 * may have a balance that no log speaks of.
 */
export const namedInLogs = (logs: readonly Log[], account: Address): Wants => {
  const wants = nothing()
  for (const log of logs) {
    if (sameAddress(log.address, coin)) continue
    try {
      readLog(wants, log, account)
    } catch {
      // A log that is not what its first topic says names nothing.
    }
    wantAsset(wants, {
      asset: { standard: 'ERC20', address: log.address },
      ...{ isNamed: false, net: 0n },
    })
  }
  return wants
}

const readLog = (wants: Wants, log: Log, account: Address): void => {
  const { address, topics, data } = log
  const [event, ...rest] = topics
  const [first, second, third] = rest.map(addressIn)
  const isOwn = (one: Address | undefined) => one !== undefined && sameAddress(one, account)
  const netOf = (from: Address | undefined, to: Address | undefined, amount: bigint) =>
    (isOwn(to) ? amount : 0n) - (isOwn(from) ? amount : 0n)

  if (event === transfer && rest.length === 3) {
    wants.collections.add(getAddress(address))
    if (!isOwn(first) && !isOwn(second)) return
    const tokenId = numberToHex(BigInt(rest[2] ?? 0))
    wantAsset(wants, {
      asset: { standard: 'ERC721', address, tokenId },
      ...{ isNamed: true, net: netOf(first, second, 1n) },
    })
  } else if (event === transfer && (isOwn(first) || isOwn(second))) {
    wantAsset(wants, {
      asset: { standard: 'ERC20', address },
      ...{ isNamed: true, net: netOf(first, second, wordAt(data, 0) ?? 0n) },
    })
  } else if (event === single || event === batch) {
    wants.collections.add(getAddress(address))
    if (!isOwn(second) && !isOwn(third)) return
    for (const [id, amount] of itemsOf(log))
      wantAsset(wants, {
        asset: { standard: 'ERC1155', address, tokenId: numberToHex(id) },
        ...{ isNamed: true, net: netOf(second, third, amount) },
      })
  } else if (isOwn(first)) readGrant(wants, log)
}

/** An allowance that the account gives. */
const readGrant = (wants: Wants, { address, topics, data }: Log): void => {
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
    // Owner, token and spender are its topics.
    const became = wordAt(data, 0) ?? 0n
    wantGrant(wants, { standard: 'Permit2', token: spender, spender: third }, { became })
    const asset = { standard: 'ERC20' as const, address: spender }
    wantAsset(wants, { asset, isNamed: false, net: 0n })
  }
}

const itemsOf = ({ topics, data }: Log): (readonly [id: bigint, amount: bigint])[] => {
  if (topics[0] === single) return [[wordAt(data, 0) ?? 0n, wordAt(data, 1) ?? 0n]]
  const [ids, amounts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
  return ids.map((id, index) => [id, amounts[index] ?? 0n])
}
