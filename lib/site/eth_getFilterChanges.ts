import { defineMethod } from '../rpc/method'
import { changesOf, filterId, found } from '../subscriptions/filters'

/** EIP-1474 `eth_getFilterChanges`; -32000 for another site's filter as for one that never was. */
export const eth_getFilterChanges = defineMethod({
  name: 'eth_getFilterChanges',
  summary: 'What a filter has found since it was last asked.',
  params: filterId,
  result: found,
  handle: ([id], site) => changesOf(id, site),
})
