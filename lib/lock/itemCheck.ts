import {
  decodeFunctionData,
  encodeFunctionData,
  numberToHex,
  parseAbi,
  size,
  slice,
  toEventSelector,
  zeroAddress,
  type Address,
} from 'viem'
import type { Call } from '../db'
import type { Receipt } from '../db/batchEvent'
import type { HeldItem } from '../db/outcome'
import { sameAddress } from '../values/address'

/** ERC-721's and ERC-1155's. */
const abi = parseAbi([
  'function approve(address spender, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
])

/**
 * Returns a call that reverts unless the account has so many of an item: one of ERC-721 it clears of its approval,
 * which its owner alone may do; of ERC-1155 it sends so many to itself.
 */
export const itemCall = (account: Address, item: HeldItem, least = 1n): Call => {
  const id = BigInt(item.tokenId)
  const data =
    item.standard === 'ERC721'
      ? encodeFunctionData({ abi, functionName: 'approve', args: [zeroAddress, id] })
      : encodeFunctionData({
          abi,
          functionName: 'safeTransferFrom',
          args: [account, account, id, least, '0x'],
        })
  return { to: item.address, value: '0x0', data }
}

/** Returns the item that one of a batch's locks asks for, and how many of it; undefined for any other lock. */
export const itemIn = ({
  to,
  data,
}: Pick<Call, 'to' | 'data'>): { item: HeldItem; least: bigint } | undefined => {
  if (!to) return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi, data })
    const isApproval = functionName === 'approve'
    if (isApproval && args[0] !== zeroAddress) return undefined
    const [id, least] = isApproval ? [args[1], 1n] : [args[2], args[3]]
    const standard = isApproval ? 'ERC721' : 'ERC1155'
    return { item: { standard, address: to, tokenId: numberToHex(id) }, least }
  } catch {
    return undefined
  }
}

type Log = Receipt['logs'][number]

const [approval, single] = [
  'Approval(address,address,uint256)',
  'TransferSingle(address,address,address,uint256,uint256)',
].map((event) => toEventSelector(event))

/** True for the log that the check of an item writes. */
export const isLogOfItem = (item: HeldItem, { address, topics, data }: Log): boolean => {
  const [event, first, second, third] = topics
  if (!sameAddress(address, item.address) || !first || !second || !third) return false
  const id = BigInt(item.tokenId)
  return item.standard === 'ERC721'
    ? event === approval && BigInt(second) === 0n && BigInt(third) === id
    : event === single && second === third && size(data) === 64 && BigInt(slice(data, 0, 32)) === id
}
