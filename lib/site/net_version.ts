import * as v from 'valibot'
import { defineMethod } from '../rpc/method'
import { noParams } from '../rpc/schema'

/** EIP-1474 `net_version`: returns the chain ID of this site's network, in decimals. */
export const net_version = defineMethod({
  name: 'net_version',
  params: noParams,
  result: v.string(),
  handle: (_params, { chainId }) => Promise.resolve(String(chainId)),
})
