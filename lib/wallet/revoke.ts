import { journal } from '../db'
import { findNetwork } from '../network/networks'
import { askOwn } from '../approvals/internalRequest'
import { quoteBatch } from '../simulate/simulate'
import type { Handler } from './door'

/**
 * Puts the end of a delegation in front of the user in the approval window: an empty transaction of the account
 * to itself that delegates it to nobody. Not where that is no longer the delegate, or the fee cannot be paid.
 */
export const revoke: Handler<'revoke'> = async ({ id, from, chainId, delegate }) => {
  // A page repeats what a stopped worker did not answer.
  if (await journal.approvals.get(id)) return 'done'
  const account = await journal.accounts.get(from)
  if (!account || account.source === 'watch' || !findNetwork(chainId))
    throw new Error('nothing that can be revoked')
  const request = {
    from,
    chainId,
    atomicRequired: false,
    revokes: delegate,
    calls: [{ to: from, value: '0x0', data: '0x' } as const],
  }
  const { blocked, isShort, ceiling, l1Fee, balance } = await quoteBatch(request)
  if (blocked) return 'changed'
  if (isShort) return { ceiling, l1Fee, balance }
  await askOwn(id, request)
  return 'done'
}
