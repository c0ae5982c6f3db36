import { zeroAddress, type Address } from 'viem'
import type { Fields } from './fields'
import type { Leaving, SignatureContent, SignedAsset } from './signatureReading'
import { sameAddress } from '../../values/address'

/** The domain of typed data, its chain being the place's or none. */
export type Domain = { name: string | null; chainId: number | null; verifier: Address | null }

/** Where a signature is read: who signs, on which chain, by whom it is checked. */
export type SigningContext = {
  /** The account that signs, or the contract account that it signs for. */
  signer: Address
  chainId: number
  verifier: Address
}

/** A type of typed data that is known exactly. */
export type SignatureType = {
  /** The whole text of `encodeType` (EIP-712). */
  type: string
  /** True if the domain is one that may use the type on the chain. */
  isFor: (domain: Domain, chainId: number) => boolean
  /** Reads the message; undefined for one whose meaning is not known. */
  read: (message: Fields, place: SigningContext) => SignatureContent | undefined
}

/** A type that every contract has for itself: the verifier is the contract that the message is about. */
export const itself: SignatureType['isFor'] = ({ verifier }) =>
  verifier !== null && !sameAddress(verifier, zeroAddress)

/** A type of contracts that have these addresses on every chain; their domains name the chain. */
export const at =
  (...addresses: Address[]): SignatureType['isFor'] =>
  ({ verifier, chainId }) =>
    chainId !== null && verifier !== null && addresses.some((known) => sameAddress(known, verifier))

/** A type of contracts that have these addresses by chain. */
export const atOn =
  (addresses: Readonly<Record<number, readonly Address[]>>): SignatureType['isFor'] =>
  (domain, chainId) =>
    at(...(addresses[chainId] ?? []))(domain, chainId)

/** Returns the asset at an address. */
export const token = (address: Address): SignedAsset => ({ kind: 'token', address })

/** Returns an item of a collection, null for any of them. */
export const item = (address: Address, id: bigint | null): SignedAsset => ({
  kind: 'item',
  address,
  id,
})

/** Returns the allowance of a spender. */
export const spends = (
  from: Address,
  to: Address,
  address: Address,
  amount: bigint,
  until: bigint | null,
): Leaving => ({ asset: token(address), amount, from, to, how: 'spends', until })

/** Returns an address unless it is zero, which stands for another one. */
export const unlessZero = <T>(address: Address, other: T): Address | T =>
  sameAddress(address, zeroAddress) ? other : address
