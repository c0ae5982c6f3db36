import * as v from 'valibot'
import { defineMethod } from '../rpc/method'

/** Geth's `eth_unsubscribe`: returns false for an ID that this page does not have. */
export const eth_unsubscribe = defineMethod({
  name: 'eth_unsubscribe',
  params: v.tuple([v.string()]),
  result: v.boolean(),
  handle: ([id], { asked, subscriptions }) => Promise.resolve(subscriptions.unsubscribe(asked, id)),
})
