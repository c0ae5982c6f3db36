import * as v from 'valibot'
import { defineMethod } from '../rpc/method'
import { hexText, noParams } from '../rpc/schema'

/** EIP-1474 `eth_coinbase`: returns the active account, for old sites that ask for it this way. */
export const eth_coinbase = defineMethod({
  name: 'eth_coinbase',
  params: noParams,
  result: v.nullable(hexText),
  handle: async (_params, { accounts: [active = null], isUnlocked }) =>
    (await isUnlocked()) ? active : null,
})
