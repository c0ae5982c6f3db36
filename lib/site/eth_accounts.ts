import * as v from 'valibot'
import { defineMethod } from '../rpc/method'
import { hexText, noParams } from '../rpc/schema'

/** EIP-1474 `eth_accounts`: returns none to a site that is not connected, and while the wallet is locked. */
export const eth_accounts = defineMethod({
  name: 'eth_accounts',
  params: noParams,
  result: v.array(hexText),
  handle: async (_params, { accounts, isUnlocked }) => ((await isUnlocked()) ? accounts : []),
})
