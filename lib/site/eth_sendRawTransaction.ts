import { keccak256, type Hex } from 'viem'
import * as v from 'valibot'
import { isSilence, rpcError } from '../rpc/errors'
import { defineMethod } from '../rpc/method'
import { hex, hexText } from '../rpc/schema'

/**
 * EIP-1474 `eth_sendRawTransaction`: broadcasts a transaction signed elsewhere, so the user is not asked. A
 * node refuses a known transaction, as on a repeat after a worker stop; its hash is returned all the same.
 */
export const eth_sendRawTransaction = defineMethod({
  name: 'eth_sendRawTransaction',
  params: v.strictTuple([hex]),
  result: hexText,
  async handle([raw], { accounts, node }) {
    // The node would tie a stranger's transaction to this user.
    if (accounts.length === 0) throw rpcError('unauthorized', 'the site is not connected')
    try {
      return (await node('eth_sendRawTransaction', [raw])) as Hex
    } catch (error) {
      if (isSilence(error)) throw error
      const hash = keccak256(raw)
      const known = await node('eth_getTransactionByHash', [hash]).catch(() => null)
      if (!known) throw error
      return hash
    }
  },
})
