import type { Address, Hex } from 'viem'
import type { Right } from '../db/outcome'

/** Meaning of a number: an amount of a token, the ID of one token, or either (the data do not tell). */
export type Unit = 'amount' | 'id' | 'either'

/** A token's contract, or the chain's own coin. */
export type DecodedAsset = Address | 'native'

/** One argument as it stands in the data; texts from a site or a contract are not sanitized yet. */
export type Argument = { name: string; type: string; value: string | readonly Argument[] }

/** Unit of a vault's amounts: the chain's own coin, the vault's shares, or the asset that the vault holds. */
export type VaultUnit = 'native' | 'shares' | 'assets'

/** A spender's allowance. In a permit, the owner gives it by signature. */
type Allowance = {
  owner: Address
  token: Address
  spender: Address
  amount: Hex
  unit: Unit
  /** True for an amount from 2^255 on, or for Permit2 the highest uint160. */
  isUnlimited: boolean
  /** The contract that keeps the allowance: the token, or Permit2. */
  keeper: 'token' | 'Permit2'
  /** End of the allowance in seconds since 1970; null for none. */
  until: Hex | null
}

/**
 * Effect of a call, provided the contract does what the function's standard says. Amounts are in raw units;
 * null for an amount that is not in the data.
 */
export type CallAction =
  | { kind: 'none' }
  | {
      kind: 'transfer'
      token: DecodedAsset
      from: Address
      to: Address
      amount: Hex | null
      unit: Unit
    }
  | {
      kind: 'transferItems'
      token: Address
      from: Address
      to: Address
      items: readonly { id: Hex; amount: Hex }[]
    }
  | ({ kind: 'approve'; change: 'set' | 'add' | 'subtract' } & Allowance)
  | ({ kind: 'permit' } & Allowance)
  | { kind: 'approveAll'; owner: Address; token: Address; operator: Address; isApproved: boolean }
  /** Gives somebody a right that is no allowance, or takes it back. */
  | {
      kind: 'right'
      right: Right
      owner: Address
      holder: Address
      /** The contract that keeps the right. */
      keeper: Address
      /** ID of what the right is limited to, such as a name, a role or a token; null for none. */
      id: Hex | null
      /** Hex, in raw units; `all`: without an amount; 0: taken back. */
      left: Hex | 'all'
      /** Calldata of the contract's getter for the right; null for none. */
      proof: Hex | null
      /** True if the getter answers with the holder. */
      isWho: boolean
    }
  | {
      kind: 'swap'
      give: DecodedAsset | null
      giveAmount: Hex | null
      /** True if `giveAmount` is a maximum. */
      isGiveMost: boolean
      get: DecodedAsset | null
      getAmount: Hex | null
      /** True if `getAmount` is a minimum. */
      isGetLeast: boolean
      to: Address
    }
  /** `token` is null for a token that is fixed in the contract, not in the data. */
  | { kind: 'wrap'; token: Address | null; amount: Hex | null; to: Address }
  | { kind: 'unwrap'; token: Address | null; amount: Hex; isLeast: boolean; to: Address }
  /** Sends the contract's whole balance of a token, `amount` at least. */
  | { kind: 'sweep'; token: DecodedAsset; amount: Hex; to: Address }
  /** Deposits into a vault; `of` is the unit of `amount`. */
  | { kind: 'deposit'; vault: Address; amount: Hex; of: VaultUnit; to: Address }
  | { kind: 'withdraw'; vault: Address; amount: Hex; of: VaultUnit; from: Address; to: Address }
  | { kind: 'multicall'; steps: readonly CallStep[] }
  /** A known function whose effect is described by its name and arguments only. */
  | { kind: 'call'; name: string }
  | { kind: 'unknown'; name: string; bytes: number }

/** A call as far as its data could be read, and how certain that is. */
export type DecodedCall = CallAction & {
  /** Standard or contract that the function comes from; null if unknown. */
  standard: string | null
  /** Signature of the function (name and types); null if unknown. */
  signature: string | null
  args: readonly Argument[]
  /** Deadline of the call in seconds since 1970; null for none. */
  deadline: Hex | null
  /** True if the arguments are guessed by their shape alone. */
  isGuess: boolean
}

/** A call within a call, or one of several things that a call does. */
export type CallStep = {
  /** Sender of the call: the account, or the contract that runs it. */
  from: Address
  to: Address
  value: Hex
  /** True if the other steps go on when this one fails. */
  mayFail: boolean
  reading: DecodedCall
}
