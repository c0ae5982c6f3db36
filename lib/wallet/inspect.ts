import { accountNow } from '../delegate/account'
import { readTokens } from '../simulate/tokens'
import type { Handler } from './door'

/** What stands at an address, for who is about to send something there. */
export const inspect: Handler<'inspect'> = async ({ chainId, address }) => {
  const { kind } = await accountNow(chainId, address)
  if (kind !== 'contract') return { isContract: false }
  const token = (await readTokens(chainId, [address]))[address]
  return token ? { isContract: true, token } : { isContract: true }
}
