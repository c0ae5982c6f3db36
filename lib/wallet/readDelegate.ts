import { accountNow } from '../delegate/account'
import type { Handler } from './door'

/** Asks a network what an account is there; the page reads it where it is kept. Says whether it answered. */
export const readDelegate: Handler<'readDelegate'> = async ({ chainId, account }) => {
  try {
    await accountNow(chainId, account)
    return true
  } catch {
    return false
  }
}
