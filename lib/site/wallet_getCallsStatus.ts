import * as v from 'valibot'
import { wait } from '../async'
import { findBatch, stateOf } from '../batch/journal'
import { callsStatus, type CallsStatus } from '../batch/status'
import { rpcError } from '../rpc/errors'
import { defineMethod } from '../rpc/method'

/** Time in ms that a silent node may delay an answer; then the last recorded status is returned. */
const patience = 2_000

/** EIP-5792 `wallet_getCallsStatus`: throws 5730 for another site's batch as for an unknown one. */
export const wallet_getCallsStatus = defineMethod({
  name: 'wallet_getCallsStatus',
  params: v.strictTuple([v.string()]),
  result: v.custom<CallsStatus>(() => true),
  async handle([id], { origin, accounts, refresh }) {
    const batch = await findBatch(origin, id, accounts[0])
    if (!batch) throw rpcError('unknownBatch')
    if (batch.live === 1)
      await Promise.race([refresh(batch.chainId, batch.key).catch(() => undefined), wait(patience)])
    return callsStatus(batch, await stateOf(batch.key))
  },
})
