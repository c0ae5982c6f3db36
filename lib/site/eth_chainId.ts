import { numberToHex } from 'viem'
import { defineMethod } from '../rpc/method'
import { hexText, noParams } from '../rpc/schema'

/** EIP-695 `eth_chainId`: returns the network of this site; each site has its own. */
export const eth_chainId = defineMethod({
  name: 'eth_chainId',
  params: noParams,
  result: hexText,
  handle: (_params, { chainId }) => Promise.resolve(numberToHex(chainId)),
})
