import { defineMethod } from '../rpc/method'
import { filterId, found, filterLogs } from '../subscriptions/filters'

/** EIP-1474 `eth_getFilterLogs`: throws -32000 for another site's filter as for an unknown one. */
export const eth_getFilterLogs = defineMethod({
  name: 'eth_getFilterLogs',
  params: filterId,
  result: found,
  handle: ([id], site) => filterLogs(id, site),
})
