import type { AccountCode } from '../delegate/account'
import { atomicityOf, chainSupport } from '../delegate/support'
import type { Plan } from '../simulate/plan'
import type { LockChoice } from './choice'
import { routerFor } from './routerFor'

/**
 * Returns a single call as a batch, because only a batch can be locked; undefined where it cannot be one, or where no
 * lock is to be had. The account must be delegated already: nobody upgrades for one call. A payment without data is
 * left as it is, its data fix all that it does. `isBatch`: it was approved as a batch before.
 */
export const asBatch = async (
  plan: Plan,
  account: AccountCode,
  choice: LockChoice = {},
  isBatch: boolean,
): Promise<Plan | undefined> => {
  const { calls, chainId, mode } = plan
  const [call] = calls
  if (mode !== 'one' || !choice.isSingle || account.kind !== 'executor') return undefined
  if (!call?.to || call.data === '0x') return undefined
  if (!isBatch && (choice.isOff || !routerFor(chainId))) return undefined
  const { status } = atomicityOf(await chainSupport(chainId), account)
  return status === 'supported'
    ? { ...plan, mode: 'atomic', delegate: account.delegate, upgrade: false }
    : undefined
}
