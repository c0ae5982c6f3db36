import * as v from 'valibot'
import { defineMethod } from '../rpc/method'
import { filterId, removeFilter } from '../subscriptions/filters'

/** EIP-1474 `eth_uninstallFilter`: returns false for another site's filter as for an unknown one. */
export const eth_uninstallFilter = defineMethod({
  name: 'eth_uninstallFilter',
  params: filterId,
  result: v.boolean(),
  handle: ([id], site) => removeFilter(id, site),
})
