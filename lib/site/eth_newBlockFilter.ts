import { defineMethod } from '../rpc/method'
import { hexText, noParams } from '../rpc/schema'
import { addFilter } from '../subscriptions/filters'
import { idFor } from '../subscriptions/subscriptions'

/** EIP-1474 `eth_newBlockFilter`: adds a filter for block hashes, under an ID derived from the request's. */
export const eth_newBlockFilter = defineMethod({
  name: 'eth_newBlockFilter',
  params: noParams,
  result: hexText,
  handle: (_params, site) => addFilter(idFor(site.asked.id), site),
})
