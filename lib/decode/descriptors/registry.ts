import type { Address } from 'viem'

/** One line of a format of ERC-7730, its references resolved when it was compiled. */
export type FormatField = {
  label: string
  /** Where its value is in the data (`#` or no root) or in what carries them (`@`). */
  path?: string
  /** A text of the publisher in place of a value. */
  text?: string
  format:
    | { kind: 'raw' | 'amount' | 'address' | 'date' | 'duration' }
    | {
        kind: 'token'
        token: string
        /** Addresses that stand for the chain's own coin. */
        native?: readonly string[]
        /** From this amount on, `message` is said in place of it. */
        threshold?: string
        message?: string
      }
    | { kind: 'item'; collection: string }
    | { kind: 'unit'; unit: string; decimals?: number }
    | { kind: 'enum'; names: number }
    | { kind: 'call'; to: string; value?: string; from?: string }
}

/** How one function or one struct is put into words. */
export type Format = {
  /** The function with its parameters, or the `encodeType` of the struct (EIP-712). */
  key: string
  intent: string
  fields: readonly FormatField[]
  /** Paths of values that no field shows. */
  left: readonly string[]
}

/** A descriptor: who published it, and its formats by selector or by `encodeType`. */
export type Descriptor = {
  publisher: string
  formats: Readonly<Record<string, number>>
  /** Values that the domain of typed data must have. */
  domain?: Readonly<Record<string, string>>
}

/** The registry of ERC-7730 as `scripts/lists/descriptors.ts` compiles it. */
export type Registry = {
  /** Package, version and commit that it comes from. */
  source: string
  /** The day that version was published, `YYYY-MM-DD`. */
  date: string
  formats: readonly Format[]
  /** Meanings of numbers, for `enum`. */
  names: readonly Readonly<Record<string, string>>[]
  descriptors: readonly Descriptor[]
  /** Descriptors by chain and by contract in lower case: of calls, and of typed data. */
  calls: Readonly<Record<string, Readonly<Record<Address, readonly number[]>>>>
  typedData: Readonly<Record<string, Readonly<Record<Address, readonly number[]>>>>
}
