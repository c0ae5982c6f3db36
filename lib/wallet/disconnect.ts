import { revoke, revokeAll } from '../sites/permissions'
import type { Handler } from './door'

/** Takes accounts and network from a site, or from all. Their batches go on: they were approved. */
export const disconnect: Handler<'disconnect'> = async ({ origin }) => {
  if (origin === undefined) await revokeAll()
  else await revoke(origin)
  return null
}
