import type { Address, Hex } from 'viem'
import type { Approval, Call } from '../db'
import type { PaymasterService } from '../sponsor/capability'
import { sameAddress } from '../values/address'

/** Fields of a site's transaction that the wallet decides itself; the window says what became of each. */
export type Suggested = Partial<
  Record<'gas' | 'nonce' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas', Hex | undefined>
>

/** A batch as requested by a site or by the wallet's own page, validated. */
export type BatchRequest = {
  id?: string | undefined
  from: Address
  chainId: number
  atomicRequired: boolean
  calls: Call[]
  /** Gas limit (hex) that a site suggests for a single transaction; raised if it is too low. */
  suggestedGas?: Hex | undefined
  suggested?: Suggested | undefined
  /** The service that shall pay for the batch, if it is not the user (ERC-7677). */
  paymaster?: PaymasterService | undefined
  /** The delegate to remove from the account (EIP-7702); only the wallet's own page requests that. */
  revokes?: Address | undefined
}

/** Returns the batch that a row of `wallet_sendCalls` or `eth_sendTransaction` (one call) asks for. */
export const requestOf = (row: Pick<Approval, 'params'>): BatchRequest =>
  (row.params as [BatchRequest])[0]

/** Returns the sum of all call values in wei. */
export const totalValue = (calls: readonly { value: Hex }[]): bigint =>
  calls.reduce((sum, { value }) => sum + BigInt(value), 0n)

/** Returns the coin that calls send, in wei, where they do nothing else; undefined if one has data, or none is sent. */
export const coinAlone = (calls: readonly Call[]): bigint | undefined => {
  const sent = totalValue(calls)
  return sent > 0n && calls.every(({ to, data }) => to && data === '0x') ? sent : undefined
}

/**
 * Returns the index of the first call that sends data to one of `accounts` and so would drive its executor;
 * undefined if there is none.
 */
export const driven = (
  calls: readonly Call[],
  accounts: readonly Address[],
): number | undefined => {
  const index = calls.findIndex(
    ({ to, data }) => to && data !== '0x' && accounts.some((own) => sameAddress(own, to)),
  )
  return index < 0 ? undefined : index
}
