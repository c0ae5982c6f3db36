import type { Address, Hash, Hex } from 'viem'
import type { Allowance, Change, Counterparty, Payees, Unchecked, Verdict } from '../db/outcome'
import type { Fees, Mode } from '../db'
import type { Edit } from '../decode/edit'
import type { AccountCode } from '../delegate/account'
import type { FeeOffer } from '../network/feeOffer'

/** The result of simulating a batch. */
export type SimulatedPlan = Pick<
  Quote,
  | 'calls'
  | 'verdict'
  | 'failing'
  | 'gas'
  | 'changes'
  | 'payees'
  | 'allowances'
  | 'unchecked'
  | 'tokens'
>

/** What one call would do at the pre-confirmed state; `gas` is what it used there. */
export type CallOutcome =
  | { status: 'succeeds'; gas: Hex }
  | { status: 'fails'; gas: Hex; reason: string }
  /** The node could not tell. */
  | { status: 'unknown'; reason: string }

/** What a batch would cost and whether it would succeed, in one mode; amounts in wei, all hex. */
export type Quote = {
  /** The modes this batch can run in on this chain with this account, the best first. */
  modes: Mode[]
  /** The mode that this quote is for. */
  mode: Mode
  account: AccountCode
  /** What the calls run through where they are atomic: a delegate that the account has, or is upgraded to. */
  delegate: Address | null
  /** Whether this mode upgrades the account first (EIP-7702), in place of its delegate if it has one. */
  upgrade: boolean
  calls: CallOutcome[]
  /** What they come to: the batch succeeds only if each of them does. */
  verdict: Verdict
  /** Why it fails and by which call; null where only the transaction as a whole does. */
  failing?: { index: number | null; reason: string }
  /** What the account has more or less of afterwards, gas apart. */
  changes: Change[]
  /** Who receives what leaves, as it ran: also those that no call names. */
  payees: Payees[]
  /** What the batch lets others take, and what of that is left when it has run. */
  allowances: Allowance[]
  /** Everyone that the batch pays, calls or lets take. */
  parties: Counterparty[]
  /** What could not be looked at: none of it may be taken as nothing. */
  unchecked: Unchecked[]
  /** The pre-confirmed block that this was asked of; its hash where it has one yet. */
  block: { number: Hex; hash: Hash | null }
  /** Amounts that the user put in place of those that calls allow: the quote is for the calls with them. */
  edits?: Edit[]
  /** One gas limit for each transaction. */
  gas: Hex[]
  /** What the network asks at each speed; `fees` are those of the normal one, unless the user chose others. */
  offer: FeeOffer
  fees: Fees
  /** gas x the highest fee per gas: what the network can take at most, the L1 fee apart. */
  ceiling: Hex
  /** The chain's estimate of its L1 fee; `0x0` where there is none. Nothing caps it. */
  l1Fee: Hex
  /** What the calls send in all. */
  value: Hex
  balance: Hex
  /** What of the balance the calls take, and those of the account ahead of them: fees come on top. */
  spends: Hex
  /** Whether the balance does not cover value, ceiling and L1 fee. */
  isShort: boolean
  /** The ERC-20 tokens that the batch deals with, by address; one that lies or is silent is not here. */
  tokens: Record<Address, Token>
  /**
   * Why this can only be rejected: a call sends data to another account of the user's own, or what is to be
   * revoked is not the account's delegate.
   */
  blocked: 'own account' | 'other delegate' | null
}

/** What an ERC-20 token says of itself, made harmless. */
export type Token = {
  symbol: string
  decimals: number
  name?: string
  /** What the account has of it before the batch, in raw units. */
  balance?: Hex
}
