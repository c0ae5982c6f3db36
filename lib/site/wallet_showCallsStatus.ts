import * as z from 'zod/mini'
import { findBatch } from '../batch/journal'
import { rpcError } from '../rpc/errors'
import { defineMethod } from '../rpc/method'

/** EIP-5792 `wallet_showCallsStatus`: throws 5730 for another site's batch as for an unknown one. */
export const wallet_showCallsStatus = defineMethod({
  name: 'wallet_showCallsStatus',
  params: z.tuple([z.string()]),
  result: z.null(),
  async handle([id], { origin, accounts, show }) {
    const batch = await findBatch(origin, id, accounts[0])
    if (!batch) throw rpcError('unknownBatch')
    await show(batch.key)
    return null
  },
})
