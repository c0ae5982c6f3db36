import {
  encodeAbiParameters,
  numberToHex,
  pad,
  toEventSelector,
  type Address,
  type Hex,
} from 'viem'

/** A log of an approval, as a node gives it. */
export type ApprovalLog = { address: Address; topics: Hex[]; data: Hex; blockNumber: Hex }

const word = (value: bigint): Hex => pad(numberToHex(value))

/** The address with a number. */
export const addressOf = (number: number): Address =>
  pad(numberToHex(number + 0x100000), { size: 20 })

/** A log that `token` writes: `owner` allows `spender` an amount. */
export const approvalLog = (
  token: Address,
  owner: Address,
  spender: Address,
  amount: bigint,
  block = 1,
): ApprovalLog => ({
  address: token,
  topics: [toEventSelector('Approval(address,address,uint256)'), pad(owner), pad(spender)],
  data: word(amount),
  blockNumber: numberToHex(block),
})

/** A log of ERC-721: `owner` approves `spender` for one token ID. */
export const itemLog = (
  token: Address,
  owner: Address,
  spender: Address,
  id: bigint,
): ApprovalLog => ({
  address: token,
  topics: [
    toEventSelector('Approval(address,address,uint256)'),
    pad(owner),
    pad(spender),
    word(id),
  ],
  data: '0x',
  blockNumber: '0x1',
})

/** A log of ERC-721 and ERC-1155: `owner` makes `operator` one. */
export const operatorLog = (token: Address, owner: Address, operator: Address): ApprovalLog => ({
  address: token,
  topics: [toEventSelector('ApprovalForAll(address,address,bool)'), pad(owner), pad(operator)],
  data: word(1n),
  blockNumber: '0x1',
})

/** A log of Permit2's events, written by `keeper`. */
export const permitLog = (
  keeper: Address,
  event: 'Approval' | 'Permit',
  owner: Address,
  token: Address,
  spender: Address,
): ApprovalLog => ({
  address: keeper,
  topics: [
    toEventSelector(
      event === 'Approval'
        ? 'Approval(address,address,address,uint160,uint48)'
        : 'Permit(address,address,address,uint160,uint48,uint48)',
    ),
    pad(owner),
    pad(token),
    pad(spender),
  ],
  data: encodeAbiParameters([{ type: 'uint160' }, { type: 'uint48' }], [5n, 2_000]),
  blockNumber: '0x1',
})
