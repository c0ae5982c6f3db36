import * as z from 'zod/mini'
import { defineMethod } from '../rpc/method'
import { hexText } from '../rpc/schema'
import { addFilter, filterCriteria } from '../subscriptions/filters'
import { idFor } from '../subscriptions/subscriptions'

/** EIP-1474 `eth_newFilter`: adds a filter for logs, under an ID derived from the request's. */
export const eth_newFilter = defineMethod({
  name: 'eth_newFilter',
  params: z.tuple([filterCriteria], z.unknown()),
  result: hexText,
  handle: ([criteria], site) => addFilter(idFor(site.asked.id), site, criteria),
})
