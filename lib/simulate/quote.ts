import type { Address, Hash, Hex } from 'viem'
import type {
  Allowance,
  Change,
  Counterparty,
  Failing,
  Parts,
  Lock,
  OpenReason,
  Payees,
  Unchecked,
  Verdict,
  Reason,
} from '../db/outcome'
import type { Fees, Mode, SponsorTerms } from '../db'
import type { Edit } from '../decode/edit'
import type { AccountCode } from '../delegate/account'
import type { FeeOffer } from '../network/feeOffer'
import type { Unsponsored } from '../rpc/unsponsored'

/** The part of a quote that comes from the simulation. */
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
  | 'explained'
  | 'parts'
  | 'tokens'
  | 'wei'
  | 'lock'
  | 'open'
>

/** Outcome of one call at the pre-confirmed state; `gas` is what it used there, before refunds. */
export type CallOutcome =
  | { status: 'succeeds'; gas: Hex }
  | { status: 'fails'; gas: Hex; reason: Reason }
  /** The node could not simulate the call. */
  | { status: 'unknown'; reason: Reason }

/** Predicted outcome and cost of a batch in one mode; amounts in wei, all hex. */
export type Quote = {
  /** The modes this batch can run in on this chain with this account, the best first. */
  modes: Mode[]
  /** The mode that this quote is for. */
  mode: Mode
  account: AccountCode
  /** The delegate that runs the calls of an atomic batch: the account's own, or the one it is upgraded to. */
  delegate: Address | null
  /** True if this mode upgrades the account first (EIP-7702), replacing a delegate that it has. */
  upgrade: boolean
  calls: CallOutcome[]
  /** Verdict on the whole batch: it succeeds only if every call does. */
  verdict: Verdict
  /** The reason of a failure and the index of the call; null if only the transaction as a whole fails. */
  failing?: Failing
  /** Changes of the account's balances, gas left out. */
  changes: readonly Change[]
  /** Receivers of what leaves in the simulated run, including those that no call names. */
  payees: Payees[]
  /** Allowances that the batch gives, before and after it. */
  allowances: readonly Allowance[]
  /** Everyone that the batch pays, calls or gives an allowance. */
  parties: Counterparty[]
  /** Parts that could not be simulated or read: no changes, with `changes` among them, proves nothing. */
  unchecked: Unchecked[]
  /**
   * Tokens by which calls that nobody can read are explained: of each list one must be known to be what it says.
   */
  explained?: Address[][]
  /** The part of each call, of calls that run in order; kept in the background, no page gets them. */
  parts?: Parts
  /** The coin that the account had before the batch, in wei; absent if it was not read. */
  wei?: Hex
  /** The conditions that are appended to the batch; absent if there are none. */
  lock?: Lock
  /** Why there are none. */
  open?: OpenReason
  /** The service that pays for the gas, if it is not the user, and what it takes at most. */
  sponsor?: Sponsor
  /** The service that was to pay, and why it does not: the user pays, unless the site requires that it does. */
  unsponsored?: { url: string; why: Unsponsored; isRequired?: true }
  /** The pre-confirmed block of the simulation; `hash` is null if the block has none yet. */
  block: { number: Hex; hash: Hash | null }
  /** Allowances that the user has changed: the quote is for the calls with these amounts. */
  edits?: Edit[]
  /** One gas limit for each transaction. */
  gas: Hex[]
  /**
   * Fees that the network asks at each speed; `fees` are those of the normal one, unless the user chose
   * others.
   */
  offer: FeeOffer
  fees: Fees
  /** Gas limits x the highest fee per gas: the most that the network can take, the L1 fee left out. */
  ceiling: Hex
  /** The chain's estimate of its L1 fee; `0x0` on a chain without one. No limit caps this fee. */
  l1Fee: Hex
  /** Sum that the calls send. */
  value: Hex
  balance: Hex
  /** Part of the balance that the calls and the account's unmined batches take, fees left out. */
  spends: Hex
  /** True if the balance does not cover `spends`, `ceiling` and `l1Fee`. */
  isShort: boolean
  /** ERC-20 tokens in the batch by address; a token without a valid symbol or decimals is left out. */
  tokens: Record<Address, Token>
  /**
   * Why the batch can only be rejected: a call sends data to another account of the user, or the delegate to
   * be revoked is not the account's.
   */
  blocked: 'own account' | 'other delegate' | null
}

/** Charge of a paymaster at most, in raw units of a token. */
export type Charge = { token: Address; amount: Hex }

/**
 * A service that pays for a batch, by its `url`; `charges`: what it takes of the account, absent if nobody can tell that in
 * amounts of tokens; `isCalledAfter`: its paymaster is called once more after the calls, also after stopped ones, where it
 * may take something else; `terms` stay in the background.
 */
export type Sponsor = {
  url: string
  isOptional: boolean
  charges?: Charge[]
  isCalledAfter?: true
  terms?: SponsorTerms
}

/** Symbol, decimals and name as an ERC-20 contract gives them, checked to be short and printable. */
export type Token = {
  symbol: string
  decimals: number
  name?: string
  /** The account's balance before the batch, in raw units. */
  balance?: Hex
}
