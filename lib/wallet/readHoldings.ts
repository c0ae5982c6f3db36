import { readHoldings as read } from '../holdings/holdings'
import type { Handler } from './door'

/** What an account has on a chain; the page reads it where it is kept. */
export const readHoldings: Handler<'readHoldings'> = async ({ chainId, account }) => {
  await read(chainId, account)
  return null
}
