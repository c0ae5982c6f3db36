import type * as z from 'zod/mini'
import type { AnyMethod } from '../rpc/method'
import { eth_accounts } from './eth_accounts'
import { eth_chainId } from './eth_chainId'
import { eth_requestAccounts } from './eth_requestAccounts'
import { eth_sendTransaction } from './eth_sendTransaction'
import { wallet_getCallsStatus } from './wallet_getCallsStatus'
import { wallet_getCapabilities } from './wallet_getCapabilities'
import { wallet_sendCalls } from './wallet_sendCalls'
import { wallet_showCallsStatus } from './wallet_showCallsStatus'

/** All that a website may ask of the wallet itself; reads of the chain stand in `node.ts`. */
export const methods = {
  eth_requestAccounts,
  eth_accounts,
  eth_chainId,
  eth_sendTransaction,
  wallet_sendCalls,
  wallet_getCallsStatus,
  wallet_showCallsStatus,
  wallet_getCapabilities,
} satisfies Record<string, AnyMethod>

/** The methods that ask the user, and so need a screen. */
export type PromptingMethod = {
  [Name in keyof typeof methods]: (typeof methods)[Name] extends { decision?: infer Decision }
    ? z.ZodMiniType extends Decision
      ? never
      : Name
    : never
}[keyof typeof methods]
