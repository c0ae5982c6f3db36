import type { Address, Hex } from 'viem'

/** One transaction, one atomic transaction for all calls (EIP-7702), or one transaction per call. */
export type Mode = 'one' | 'atomic' | 'sequence'

/** The outcome that the user accepted; `isBound`: the worst of several, each asset at least or at most that. */
export type Expected = Pick<Outcome, 'verdict' | 'changes' | 'allowances'> & { isBound?: true }

/** What of a simulation the user decides by. Fees are not in it: they move with every block. */
export type Outcome = {
  mode: Mode
  delegate: Address | null
  upgrade: boolean
  /** The foreign delegate that the upgrade takes the place of. */
  replaces: Address | null
  verdict: Verdict
  /** The first call that fails. */
  failing: number | null
  /** Whom the calls name. */
  recipients: Address[]
  changes: Change[]
  /** Who receives what leaves. */
  payees: Payees[]
  allowances: Allowance[]
  unchecked: Unchecked[]
}

/** What a simulation says of the calls that a batch has still to run. */
export type Verdict = 'succeeds' | 'fails' | 'unknown'

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
