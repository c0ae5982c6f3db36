import type { Address, Hex } from 'viem'
import type { Approval, Call } from '../db'
import { sameAddress } from '../values/address'

/** A batch as a site asked for it, its fields checked. */
export type BatchRequest = {
  id?: string | undefined
  from: Address
  chainId: number
  atomicRequired: boolean
  calls: Call[]
  /** A gas limit that the site suggests for a single transaction, hex: raised if it is too low. */
  suggestedGas?: Hex | undefined
  /** The delegate that is taken from the account (EIP-7702); only the wallet's own page asks for that. */
  revokes?: Address | undefined
}

/** The batch that a waiting request asks for: `wallet_sendCalls`, or `eth_sendTransaction` as a batch of one. */
export const requestOf = (row: Pick<Approval, 'params'>): BatchRequest =>
  (row.params as [BatchRequest])[0]

/** The sum that all calls send, in wei. */
export const totalValue = (calls: readonly { value: Hex }[]): bigint =>
  calls.reduce((sum, { value }) => sum + BigInt(value), 0n)

/** The first call that sends data to one of these accounts, and so would drive its executor. */
export const driven = (
  calls: readonly Call[],
  accounts: readonly Address[],
): number | undefined => {
  const index = calls.findIndex(
    ({ to, data }) => to && data !== '0x' && accounts.some((own) => sameAddress(own, to)),
  )
  return index < 0 ? undefined : index
}
