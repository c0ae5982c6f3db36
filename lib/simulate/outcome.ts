import type { Address, Hex } from 'viem'

/** What an amount is of. */
export type Asset =
  | { standard: 'native' }
  | { standard: 'ERC20'; address: Address }
  | { standard: 'ERC721' | 'ERC1155'; address: Address; tokenId: Hex }

/** By how much a batch changes what the account has of an asset, gas apart: read before and after it. */
export type Change = { asset: Asset; direction: 'out' | 'in'; amount: Hex }

/** Who receives what leaves the account; `of`: the asset's key. */
export type Payees = { of: string; to: Address[] }

/** What a batch lets somebody take, and what of that is left when it has run. */
export type Allowance = {
  standard: 'ERC20' | 'ERC721' | 'ERC1155' | 'Permit2'
  token: Address
  spender: Address
  /** Of one token of an ERC-721. */
  tokenId?: Hex
  /** `all`: without limit, or every token of a collection. */
  before: Hex | 'all'
  left: Hex | 'all'
}

/** Somebody that a batch pays, calls or lets take. */
export type Counterparty = {
  address: Address
  /** Neither dealt with before nor the user's own, nor in the contacts. */
  isNew: boolean
  /** A known address with the same first and last four digits, and others between. */
  resembles?: Address
}

/** What a simulation could not see; `price`: what contracts do once gas is paid for. */
export type Unchecked = 'changes' | 'allowances' | 'transaction' | 'order' | 'price'
