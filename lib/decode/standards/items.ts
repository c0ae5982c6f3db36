import { numberToHex, parseAbi } from 'viem'
import { standard } from '../standard'

/** ERC-721 (eips.ethereum.org/EIPS/eip-721), without the functions whose selectors ERC-20 shares. */
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

/** ERC-1155 (eips.ethereum.org/EIPS/eip-1155), without `setApprovalForAll`, which ERC-721 shares. */
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
    // The token reverts if the lists differ in length: the call has no effect to describe.
    if (ids.length !== amounts.length) return undefined
    const items = ids.map((id, index) => ({
      id: numberToHex(id),
      amount: numberToHex(amounts[index] ?? 0n),
    }))
    return { kind: 'transferItems', token, from, to, items }
  },
)

/** Transfers of ERC-6909 (eips.ethereum.org/EIPS/eip-6909). */
export const erc6909 = standard(
  'ERC-6909 transfers',
  parseAbi([
    'function transfer(address receiver, uint256 id, uint256 amount)',
    'function transferFrom(address sender, address receiver, uint256 id, uint256 amount)',
  ]),
  ({ args }, { from: own, to: token }) => {
    const [from, to, id, amount] = args.length === 3 ? [own, ...args] : args
    const items = [{ id: numberToHex(id), amount: numberToHex(amount) }]
    return { kind: 'transferItems', token, from, to, items }
  },
)

/** `setApprovalForAll` of ERC-721 and ERC-1155: an operator for all tokens of the owner, now and later. */
export const operators = standard(
  'ERC-721, ERC-1155',
  parseAbi(['function setApprovalForAll(address operator, bool approved)']),
  ({ args: [operator, isApproved] }, { from: owner, to: token }) => ({
    kind: 'approveAll',
    owner,
    token,
    operator,
    isApproved,
  }),
)
