import type { Abi, Address, DecodeFunctionDataReturnType, Hex } from 'viem'
import type { Argument, CallAction, CallStep } from './reading'

/** A call to be read, with its surroundings. */
export type Context = {
  /** Sender of the call. */
  from: Address
  to: Address
  value: Hex
  data: Hex
  chainId: number
  /** The arguments with their names. */
  named: readonly Argument[]
  /** Reads calls within this call; undefined at the deepest level that is read. */
  open: ((calls: readonly Inner[]) => CallStep[]) | undefined
}

/** A call within a call, with its own sender; `isDelegated`: the code of `to` runs as the sender itself. */
export type Inner = {
  from: Address
  to: Address
  value?: bigint
  data: Hex
  mayFail?: boolean
  isDelegated?: boolean
}

/** The functions of one standard; `read` gives the effect of a call, undefined if it cannot tell. */
export type Standard = {
  name: string
  abi: Abi
  read: (decoded: { functionName: string; args: never }, context: Context) => CallAction | undefined
}

/** Defines a standard; `read` is typed by the ABI here, but no longer in the `Standard` returned. */
export const standard = <const A extends Abi>(
  name: string,
  abi: A,
  read: (decoded: DecodeFunctionDataReturnType<A>, context: Context) => CallAction | undefined,
): Standard => ({ name, abi, read })
