import { keccak256 } from 'viem'
import * as v from 'valibot'
import { defineMethod } from '../rpc/method'
import { hex, hexText } from '../rpc/schema'

/** EIP-1474 `web3_sha3`: returns Keccak-256, computed without the node. */
export const web3_sha3 = defineMethod({
  name: 'web3_sha3',
  params: v.strictTuple([hex]),
  result: hexText,
  handle: ([data]) => Promise.resolve(keccak256(data)),
})
