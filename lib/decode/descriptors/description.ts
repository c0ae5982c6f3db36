import type { Address, Hex } from 'viem'

/** A value as it is meant, to be written by the wallet in its own way. */
export type Word =
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: bigint }
  | { kind: 'bytes'; value: Hex }
  | { kind: 'address'; address: Address }
  | { kind: 'native'; amount: bigint }
  /** `message` is what the publisher says in place of so large an amount. */
  | { kind: 'token'; token: Address; amount: bigint; message: string | null }
  | { kind: 'item'; collection: Address; id: bigint }
  | { kind: 'date'; seconds: bigint }
  | { kind: 'duration'; seconds: bigint }
  | { kind: 'unit'; amount: bigint; decimals: number; unit: string }
  /** A call within the data. */
  | { kind: 'call'; from: Address; to: Address; value: bigint; data: Hex }

/** A publisher's description of a call or of typed data; nothing in it was checked. */
export type Description = {
  intent: string
  publisher: string
  /** The day of the registry, `YYYY-MM-DD`. */
  date: string
  rows: readonly { label: string; word: Word }[]
  /** Names of values that the publisher does not tell. */
  left: readonly string[]
}
