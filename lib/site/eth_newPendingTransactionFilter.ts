import { defineMethod } from '../rpc/method'
import { hexText, noParams } from '../rpc/schema'
import { addPendingFilter } from '../subscriptions/filters'
import { idFor } from '../subscriptions/subscriptions'

/** EIP-1474 `eth_newPendingTransactionFilter`: reports what the node shows in its pending block. */
export const eth_newPendingTransactionFilter = defineMethod({
  name: 'eth_newPendingTransactionFilter',
  params: noParams,
  result: hexText,
  handle: (_params, site) => addPendingFilter(idFor(site.asked.id), site),
})
