import type { Address, Hash, Hex } from 'viem'

/** Execution mode: a single call, one atomic transaction (EIP-7702), or one transaction per call. */
export type Mode = 'one' | 'atomic' | 'sequence'

/**
 * The outcome that the user accepted. `isBound`: the worst of several, a bound for each asset and
 * allowance. Older rows lack `payees` and all that follows.
 */
export type Expected = Pick<Outcome, 'verdict' | 'changes' | 'allowances'> & {
  isBound?: true
  payees?: Payees[]
  unchecked?: Unchecked[]
  /** The call that the simulation saw fail, and why; null if only the transaction as a whole fails. */
  failing?: Failing
  /** The part of each call, of calls that run in order. */
  parts?: Parts
}

/** Why a call fails, or why that is not known. The page says it in the user's language. */
export type Reason =
  /** The contract's revert data, cut to its first bytes; `size`: bytes of all of it. */
  | { why: 'reverted'; data: Hex; size: number }
  /** The node's own text, not sanitized. */
  | { why: 'node'; text: string }
  /** The node can only try each call alone, and alone this one fails. */
  | { why: 'alone'; reason: Reason }
  /** `left out`: the node gave no result; `earlier`: a call before it fails. */
  | { why: 'all gas' | 'balance' | 'left out' | 'gas cap' | 'earlier' }
  | { why: 'not simulated' | 'only alone' | 'no answer' }

/** A call that fails and why; the index is null where no single call is known to. */
export type Failing = { index: number | null; reason: Reason }

/**
 * The part of an accepted outcome that one call has, by the logs of its simulation; of its allowances those that
 * are higher after the call than in the end.
 */
export type Part = Pick<Outcome, 'verdict' | 'changes' | 'payees' | 'allowances'>

/**
 * The parts of calls, the last one of the last call. `loose`: keys of assets for which the logs of all calls do
 * not add up to what was measured.
 */
export type Parts = { each: Part[]; loose: string[] }

/** A difference between what the user accepted and what was simulated later, as it is stored and shown. */
export type Difference =
  | { kind: 'verdict'; was: Verdict; is: Verdict; failing: number | null }
  | { kind: 'failing'; was: number | null; is: number | null }
  | { kind: 'amount' | 'asset'; was?: Change; is?: Change }
  | { kind: 'payees'; change: Change; was: Address[]; is: Address[] }
  | { kind: 'allowance'; was?: Allowance; is: Allowance }
  | { kind: 'unchecked'; is: Unchecked[] }

/**
 * The part of a simulation that the user decides by. Fees are left out, because they change with every
 * block.
 */
export type Outcome = {
  mode: Mode
  delegate: Address | null
  upgrade: boolean
  /** The foreign delegate that the upgrade replaces. */
  replaces: Address | null
  verdict: Verdict
  /** Index of the first call that fails. */
  failing: number | null
  /** Addresses that the calls name, and whoever else gets something. */
  recipients: Address[]
  changes: readonly Change[]
  /** Receivers of the assets that leave the account. */
  payees: Payees[]
  allowances: readonly Allowance[]
  unchecked: Unchecked[]
  /**
   * Keys of the assets that the outcome lock holds, sorted, and `exact` for that form, or `inexact` where the user
   * asked for it in vain; absent if nothing is locked.
   */
  locked?: string[]
  /** How much worse than shown the lock lets an amount come out, in thousandths, where the user chose it. */
  tolerance?: Tolerance
  /** URL of the service that pays for the gas, if it is not the user. */
  payer?: string
}

/** A tolerance that the user may choose for a lock: how much worse than shown an amount may come out, in thousandths. */
export type Tolerance = 0 | 5 | 10 | 30

/**
 * An asset that the outcome lock holds. `had`: the balance before the batch, in raw units; `fixed`: the amount that
 * the calls' own data set, at most for what leaves, at least for what arrives.
 */
export type Held = {
  asset: Extract<Asset, { standard: 'native' | 'ERC20' }> | HeldItem | HeldCount
  had: Hex
  fixed?: Hex
}

/** An item that the lock holds by its ID. */
export type HeldItem = { standard: 'ERC721' | 'ERC1155'; address: Address; tokenId: Hex }

/** A collection of ERC-721 of which the lock holds how many the account has, whichever they are. */
export type HeldCount = { standard: 'collection'; address: Address }

/** An allowance, or an operator's right over a `collection`, of which a lock leaves nothing, by a call of the wallet's own. */
export type Reset = {
  standard: 'ERC20' | 'Permit2' | 'collection'
  token: Address
  spender: Address
}

/** A contract that checks conditions, with the hash of the code that was tried. */
export type Checker = { address: Address; code: Hash }

/**
 * Conditions that are appended to an atomic batch. `router`: who checks the conditions; `checkers`: it, and whoever else
 * does; `l1Fee`: in wei; `left`: how many tokens
 * of the user's list it does not hold; `resets`: what is left of allowances that the batch itself took from.
 */
export type Lock = {
  router: Address
  checkers: Checker[]
  holds: Held[]
  l1Fee: Hex
  left: number
  resets?: Reset[]
  /** Set if changes of the coin and of tokens are held, not what is there in the end. */
  isExact?: true
  /** Why the lock is not exact although the user chose the exact form. */
  inexact?: InexactReason
  /** How much worse than shown an amount may come out, in thousandths, where the user chose it. */
  tolerance?: Tolerance
}

/**
 * Why a lock holds what is there in the end, not changes: nothing on the network compares them; a call of the batch
 * itself goes to what would; with that, the batch does not succeed.
 */
export type InexactReason = 'network' | 'touched' | 'fails'

/**
 * Why nothing is locked: each call is its own transaction; the network has no router to check; the outcome was not
 * seen; with the locks, the batch does not succeed, or does not fit into one transaction; the user wants none.
 */
export type OpenReason = 'order' | 'network' | 'unseen' | 'fails' | 'size' | 'off'

/** A simulation's verdict on a batch's remaining calls. */
export type Verdict = 'succeeds' | 'fails' | 'unknown'

/** An asset that an amount or token ID refers to. */
export type Asset =
  | { standard: 'native' }
  | { standard: 'ERC20'; address: Address }
  | { standard: 'ERC721' | 'ERC1155' | 'ERC6909'; address: Address; tokenId: Hex }

/** Change of the account's balance of an asset by a batch, without gas; read before and after the calls. */
export type Change = { asset: Asset; direction: 'out' | 'in'; amount: Hex }

/** Receivers of an asset that leaves the account, the largest part first; `of`: the asset's key. */
export type Payees = { of: string; to: Payee[] }

/**
 * A part of what leaves, in raw units, and who gets it. `isSaid`: the token's logs alone say so, the
 * receiver's own balance does not show it.
 */
export type Payee = { address: Address; amount: Hex; isSaid?: true }

/**
 * A kind of right that a holder has over an account: act for the account, take its tokens, borrow in its name, vote with
 * its tokens, or control a contract or a part of it.
 */
export type Right = 'act' | 'take' | 'borrow' | 'vote' | 'control'

/**
 * An allowance that a batch gives or uses, and the part left after the batch has run; or another right, named in
 * place of the standard, which the contract `token` keeps for the holder `spender`.
 */
export type Allowance = {
  standard: 'ERC20' | 'ERC721' | 'ERC1155' | 'Permit2' | Right
  token: Address
  spender: Address
  /** Token ID, for an approval of a single ERC-721 token; ID of what a right is limited to. */
  tokenId?: Hex
  /** Hex, in raw units; `all`: unlimited, or every token of a collection. */
  before: Hex | 'all'
  left: Hex | 'all'
  /** Set if a call says so and its contract does not confirm it. */
  isUnproven?: true
  /** Set if it stood before the batch, which does not give it but may have been pulled by it. */
  isOlder?: true
}

/** An address that a batch pays, calls or gives an allowance to, by its calls or by its outcome. */
export type Counterparty = {
  address: Address
  /**
   * True if no earlier batch dealt with the address, and it is neither an account nor a contact of the
   * user.
   */
  isNew: boolean
  /** A known address with the same first and last four digits but others between (address poisoning). */
  resembles?: Address
}

/**
 * Parts of the outcome that a simulation could not see; `price`: contracts' behaviour once gas is paid for;
 * `rights`: what a call does that cannot be read; `pending`: what waits for a block; `block`: it is another outcome
 * in another block.
 */
export type Unchecked =
  | 'changes'
  | 'allowances'
  | 'transaction'
  | 'order'
  | 'price'
  | 'rights'
  | 'pending'
  | 'block'
