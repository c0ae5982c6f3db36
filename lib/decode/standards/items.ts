import { numberToHex, parseAbi } from 'viem'
import { standard } from '../standard'

/** ERC-721 (eips.ethereum.org/EIPS/eip-721), but for what ERC-20 has too. */
export const erc721 = standard(
  'ERC-721',
  parseAbi([
    'function safeTransferFrom(address from, address to, uint256 tokenId)',
    'function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
  ]),
  ({ args: [from, to, id] }, { to: token }) => ({
    kind: 'transfer',
    token,
    from,
    to,
    amount: numberToHex(id),
    unit: 'id',
  }),
)

/** ERC-1155 (eips.ethereum.org/EIPS/eip-1155), and the approval of everything that ERC-721 has too. */
export const erc1155 = standard(
  'ERC-1155',
  parseAbi([
    'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
    'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  ]),
  ({ functionName, args }, { to: token }) => {
    const [from, to] = args
    if (functionName === 'safeTransferFrom') {
      const items = [{ id: numberToHex(args[2]), amount: numberToHex(args[3]) }]
      return { kind: 'transferItems', token, from, to, items }
    }
    const [, , ids, amounts] = args
    // The token refuses lists of two lengths; nothing is to be said of what it would not do.
    if (ids.length !== amounts.length) return undefined
    const items = ids.map((id, index) => ({
      id: numberToHex(id),
      amount: numberToHex(amounts[index] ?? 0n),
    }))
    return { kind: 'transferItems', token, from, to, items }
  },
)

/** What ERC-721 and ERC-1155 share: an operator over all of the owner's items, now and later. */
export const operators = standard(
  'ERC-721 and ERC-1155',
  parseAbi(['function setApprovalForAll(address operator, bool approved)']),
  ({ args: [operator, isApproved] }, { from: owner, to: token }) => ({
    kind: 'approveAll',
    owner,
    token,
    operator,
    isApproved,
  }),
)
