import { approve, pending } from '../approvals'
import { permission } from '../permissions'
import type { Handler } from './door'

/** Unlocks, and answers connected sites that waited for nothing else. */
export const unlock: Handler<'unlock'> = async ({ password }, { keyring, watch }) => {
  if (!(await keyring.unlock(password))) return false
  for (const { id, origin, method } of await pending()) {
    const granted = method === 'eth_requestAccounts' && (await permission(origin))
    if (granted) await approve(id, granted, () => Promise.resolve())
  }
  void watch.wake()
  return true
}
