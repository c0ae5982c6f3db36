import type { Address, Hex } from 'viem'

/** What a number counts: units of a token, one token by its ID, or nobody has said which. */
export type Unit = 'amount' | 'id' | 'either'

/** A token by its contract, or the chain's own coin. */
export type DecodedAsset = Address | 'native'

/** One argument as it stands in the data; what a site or contract wrote is not made harmless yet. */
export type Argument = { name: string; type: string; value: string | readonly Argument[] }

/** The chain's own coin, shares of the vault, or the asset that only the vault can name. */
export type VaultUnit = 'native' | 'shares' | 'assets'

/** A spender's allowance. As a permit it is the owner's signature that gives it. */
type Allowance = {
  owner: Address
  token: Address
  spender: Address
  amount: Hex
  unit: Unit
  /** Half of all there can be, or the most that Permit2 can hold, which it never lowers. */
  isUnlimited: boolean
  /** Whose allowance it is: the token's, or the one Permit2 keeps. */
  keeper: 'token' | 'Permit2'
  /** When it ends, in seconds since 1970; null for never. */
  until: Hex | null
}

/** What a call does, if it is what its data say; amounts in raw units, null where they are not in the data. */
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
  | {
      kind: 'swap'
      give: DecodedAsset | null
      giveAmount: Hex | null
      /** Whether less than the amount may be taken. */
      isGiveMost: boolean
      get: DecodedAsset | null
      getAmount: Hex | null
      /** Whether more than the amount may come. */
      isGetLeast: boolean
      to: Address
    }
  /** Null where the token is the one that the contract was made with. */
  | { kind: 'wrap'; token: Address | null; amount: Hex | null; to: Address }
  | { kind: 'unwrap'; token: Address | null; amount: Hex; isLeast: boolean; to: Address }
  /** All that the contract holds of it, at least the amount. */
  | { kind: 'sweep'; token: DecodedAsset; amount: Hex; to: Address }
  /** Into a contract that keeps accounts: `of` is what the amount counts, its shares or what it takes. */
  | { kind: 'deposit'; vault: Address; amount: Hex; of: VaultUnit; to: Address }
  | { kind: 'withdraw'; vault: Address; amount: Hex; of: VaultUnit; from: Address; to: Address }
  | { kind: 'multicall'; steps: readonly Step[] }
  /** A known function of which there is no more to say than its name and arguments. */
  | { kind: 'call'; name: string }
  | { kind: 'unknown'; name: string; bytes: number }

/** What of a call's data was read, and how surely. */
export type DecodedCall = CallAction & {
  /** Where the function is known from; null where it is not. */
  standard: string | null
  /** The function with its types, as its selector is made from; null where it is not known. */
  signature: string | null
  args: readonly Argument[]
  /** When the call stops being valid, in seconds since 1970. */
  deadline: Hex | null
  /** Whether the arguments are a guess by their shape alone. */
  isGuess: boolean
}

/** A call within a call, or one of several things that a call does. */
export type Step = {
  /** Who makes it: the account, or the contract that runs it. */
  from: Address
  to: Address
  value: Hex
  /** Whether the rest goes on when it fails. */
  mayFail: boolean
  reading: DecodedCall
}
