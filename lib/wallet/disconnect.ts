import { revoke } from '../permissions'
import type { Handler } from './door'

/** Takes accounts and network from a site. Its batches go on: they were approved. */
export const disconnect: Handler<'disconnect'> = async ({ origin }) => {
  await revoke(origin)
  return null
}
