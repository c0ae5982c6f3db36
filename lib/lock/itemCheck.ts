import { parseAbi, type Address } from 'viem'
import type { Call } from '../db'
import type { HeldItem } from '../db/outcome'
import { encodeCall } from '../values/encodeCall'

/** ERC-721's and ERC-1155's. */
export const itemAbi = parseAbi([
  'function transferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
])

/**
 * Returns a call that reverts unless the account has so many of an item: it sends them to itself. An approval of an
 * item of ERC-721 to nobody would not do, as an operator whom its owner named may give that, too.
 */
export const itemCall = (account: Address, item: HeldItem, least = 1n): Call => {
  const id = BigInt(item.tokenId)
  const data =
    item.standard === 'ERC721'
      ? encodeCall({
          abi: itemAbi,
          functionName: 'transferFrom',
          args: [account, account, id],
        })
      : encodeCall({
          abi: itemAbi,
          functionName: 'safeTransferFrom',
          args: [account, account, id, least, '0x'],
        })
  return { to: item.address, value: '0x0', data }
}
