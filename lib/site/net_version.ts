import * as z from 'zod/mini'
import { defineMethod } from '../rpc/method'
import { noParams } from '../rpc/schema'

/** EIP-1474 `net_version`: returns the chain ID of this site's network, in decimals. */
export const net_version = defineMethod({
  name: 'net_version',
  params: noParams,
  result: z.string(),
  handle: (_params, { chainId }) => Promise.resolve(String(chainId)),
})
