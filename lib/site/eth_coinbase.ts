import * as z from 'zod/mini'
import { defineMethod } from '../rpc/method'
import { hexText, noParams } from '../rpc/schema'

/** EIP-1474 `eth_coinbase`: what old sites ask for the active account by. */
export const eth_coinbase = defineMethod({
  name: 'eth_coinbase',
  summary: 'The active account; null for a site that is not connected, and while locked.',
  params: noParams,
  result: z.nullable(hexText),
  handle: async (_params, { accounts: [active = null], isUnlocked }) =>
    (await isUnlocked()) ? active : null,
})
