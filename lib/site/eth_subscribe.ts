import { rpcError } from '../rpc/errors'
import { defineMethod } from '../rpc/method'
import { hexText } from '../rpc/schema'
import { subscribed, topicOf } from '../subscriptions/criteria'

/** Geth's `eth_subscribe`: events arrive as EIP-1193 `message` events. */
export const eth_subscribe = defineMethod({
  name: 'eth_subscribe',
  params: subscribed,
  result: hexText,
  async handle(params, { accounts, asked, chainId, subscriptions }) {
    // A subscription has a node asked for as long as the page is open.
    if (accounts.length === 0) throw rpcError('unauthorized', 'the site is not connected')
    return subscriptions.subscribe(asked, topicOf(params), chainId)
  },
})
