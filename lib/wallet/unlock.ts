import { approve, pending } from '../approvals/approvals'
import { permission } from '../sites/permissions'
import type { Handler } from './door'

/** Unlocks, and answers connected sites that waited for nothing else. */
export const unlock: Handler<'unlock'> = async ({ password }, { keyring, watch }) => {
  const outcome = await keyring.unlock(password)
  if (outcome !== 'open') return outcome
  for (const { id, origin, method } of await pending()) {
    const granted = method === 'eth_requestAccounts' && (await permission(origin))
    if (granted) await approve(id, granted, () => Promise.resolve())
  }
  void watch.wake()
  return 'open'
}
