import * as v from 'valibot'
import { defineMethod } from '../rpc/method'
import { noParams } from '../rpc/schema'

/** EIP-1474 `web3_clientVersion`: names the wallet, not its node. */
export const web3_clientVersion = defineMethod({
  name: 'web3_clientVersion',
  params: noParams,
  result: v.string(),
  handle: () => Promise.resolve(`Volley/${__VERSION__}`),
})
