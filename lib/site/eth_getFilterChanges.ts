import { defineMethod } from '../rpc/method'
import { changesOf, filterId, found } from '../subscriptions/filters'

/** EIP-1474 `eth_getFilterChanges`: throws -32000 for another site's filter as for an unknown one. */
export const eth_getFilterChanges = defineMethod({
  name: 'eth_getFilterChanges',
  params: filterId,
  result: found,
  handle: ([id], site) => changesOf(id, site),
})
