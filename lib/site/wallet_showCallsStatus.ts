import * as v from 'valibot'
import { findBatch } from '../batch/journal'
import { rpcError } from '../rpc/errors'
import { defineMethod } from '../rpc/method'

/** EIP-5792 `wallet_showCallsStatus`: throws 5730 for another site's batch as for an unknown one. */
export const wallet_showCallsStatus = defineMethod({
  name: 'wallet_showCallsStatus',
  params: v.strictTuple([v.string()]),
  result: v.null(),
  async handle([id], { origin, accounts, show }) {
    const batch = await findBatch(origin, id, accounts[0])
    if (!batch) throw rpcError('unknownBatch')
    await show(batch.key)
    return null
  },
})
