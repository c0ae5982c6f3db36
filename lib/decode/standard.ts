import type { Abi, Address, DecodeFunctionDataReturnType, Hex } from 'viem'
import type { CallAction, Step } from './reading'

/** A call to be read, and what is known around it. */
export type Context = {
  /** Who makes the call. */
  from: Address
  to: Address
  value: Hex
  data: Hex
  chainId: number
  /** Reads calls within this one; undefined where that is deeper than it is read. */
  open: ((calls: readonly Inner[]) => Step[]) | undefined
}

/** A call within a call, and who makes it. */
export type Inner = { from: Address; to: Address; value?: bigint; data: Hex; mayFail?: boolean }

/** Functions of one standard, and what each of them does; undefined where that cannot be said. */
export type Standard = {
  name: string
  abi: Abi
  read: (decoded: { functionName: string; args: never }, context: Context) => CallAction | undefined
}

/** Keeps the types of a standard's functions while it is written, and only then. */
export const standard = <const A extends Abi>(
  name: string,
  abi: A,
  read: (decoded: DecodeFunctionDataReturnType<A>, context: Context) => CallAction | undefined,
): Standard => ({ name, abi, read })
