import * as v from 'valibot'
import { defineMethod } from '../rpc/method'
import { hexText } from '../rpc/schema'
import { addFilter, filterCriteria } from '../subscriptions/filters'
import { idFor } from '../subscriptions/subscriptions'

/** EIP-1474 `eth_newFilter`: adds a filter for logs, under an ID derived from the request's. */
export const eth_newFilter = defineMethod({
  name: 'eth_newFilter',
  params: v.tuple([filterCriteria]),
  result: hexText,
  handle: ([criteria], site) => addFilter(idFor(site.asked.id), site, criteria),
})
