import { chainAt } from '../network/chainAt'
import { isUsable } from '../network/url'
import type { Handler } from './door'

/** The chain that a node serves which the user names. */
export const findChain: Handler<'findChain'> = async ({ url }) => {
  if (!isUsable(url)) return 'bad url'
  return (await chainAt(url)) ?? 'no answer'
}
