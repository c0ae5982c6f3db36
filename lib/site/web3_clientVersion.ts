import * as z from 'zod/mini'
import { defineMethod } from '../rpc/method'
import { noParams } from '../rpc/schema'

/** EIP-1474 `web3_clientVersion`: names the wallet, not its node. */
export const web3_clientVersion = defineMethod({
  name: 'web3_clientVersion',
  params: noParams,
  result: z.string(),
  handle: () => Promise.resolve(`Volley/${__VERSION__}`),
})
