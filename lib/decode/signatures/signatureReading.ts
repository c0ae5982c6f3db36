import type { Address, Hex } from 'viem'
import type { Doubt } from '../../approvals/danger'
import type { DecodedCall } from '../reading'

/** Asset in a signature. `id` null: any item of the collection; `written`: kept by an app, as its text says. */
export type SignedAsset =
  | { kind: 'coin' }
  | { kind: 'token'; address: Address }
  | { kind: 'item'; address: Address; id: bigint | null }
  | { kind: 'written'; text: string }

/** The contract that keeps an asset: of a token, or of a collection. */
export const contractOf = (asset: SignedAsset): Address | undefined =>
  asset.kind === 'token' || asset.kind === 'item' ? asset.address : undefined

/** An asset that may leave an account once the signature is out. */
export type Leaving = {
  asset: SignedAsset
  /** Most that may leave, in raw units; null: all there is. */
  amount: bigint | null
  from: Address
  /** Receiver, or spender; null: whoever uses the signature. */
  to: Address | null
  /** `spends`: the other side takes it and sends it where it likes. */
  how: 'moves' | 'spends'
  /** End in seconds since 1970; null for none. */
  until: bigint | null
}

/** An asset that comes back in return; `amount` is the least, null if a contract decides on it. */
export type Coming = { asset: SignedAsset; amount: bigint | null; to: Address }

/** Things that happen together: bulk orders hold several of them, each usable alone. */
export type Deal = { leaves: readonly Leaving[]; returns: readonly Coming[] }

/** Right over assets, other than an allowance. */
export type SignedRight = {
  right: 'positions' | 'trading' | 'fees'
  /** Contract, account or app that the right is over; null: the app's own books. */
  over: Address | null
  to: Address
  isGiven: boolean
  /** The most that the right lets others take, as the app writes it; null where nothing bounds it. */
  most: string | null
}

/** A call that somebody else sends, in the name of `from`. */
export type SignedCall = {
  from: Address
  to: Address
  value: bigint
  data: Hex
  /** True if the code of `to` runs as the account itself, and may do anything with it. */
  isDelegated: boolean
  reading: DecodedCall
}

/** Terms on which others send a call in an account's name, and get their gas and fee back. */
export type SignedRelay = {
  /** Who sends it. */
  worker: Address
  /** Who pays for it, and may have the account pay by what it allowed before. */
  paymaster: Address
  /** The most that a unit of gas may cost, in wei. */
  gasPrice: bigint
  /** Fee on top of the gas: hundredths of it, and an amount in wei. */
  share: bigint
  base: bigint
}

/** Effect of a signature; it chooses the verb of the headline. */
export type SignatureEffect =
  | 'allow'
  | 'send'
  | 'trade'
  | 'authorize'
  | 'call'
  | 'cancel'
  | 'attest'

/** A signature that was recognised by its exact type and verifier. */
export type ReadSignature = {
  kind: 'read'
  deed: SignatureEffect
  /** Standard or app that the type comes from. */
  standard: string
  deals: readonly Deal[]
  rights: readonly SignedRight[]
  calls: readonly SignedCall[]
  /** Terms of those who send the calls; null where nobody names any. */
  relay: SignedRelay | null
  /** Content that only the spender understands (Permit2): the field and its type. */
  witness: { name: string; type: string } | null
  /** Time from which nobody can use it any more, in seconds since 1970; null for none. */
  until: bigint | null
  doubts: readonly Doubt[]
}

/** Meaning of typed data when signed. There is nothing between read in full and unread. */
export type SignatureReading = ReadSignature | { kind: 'unread'; doubts: readonly Doubt[] }

/** A reading before the doubts about it are known. */
export type SignatureContent = Omit<ReadSignature, 'kind' | 'doubts'>

/** Returns a reading in which nothing but the given parts stands. */
export const signatureContentOf = (
  standard: string,
  deed: SignatureEffect,
  {
    deals = [],
    rights = [],
    calls = [],
    relay = null,
    witness = null,
    until = null,
  }: Partial<SignatureContent>,
): SignatureContent => ({ standard, deed, deals, rights, calls, relay, witness, until })
