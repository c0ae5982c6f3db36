import type { Address } from 'viem'
import type { InexactReason } from '../db/outcome'
import { holds } from '../delegate/holds'
import { fact } from '../network/facts'
import type { Plan } from '../simulate/plan'
import { run } from '../simulate/run'
import { codeOf } from './codes'
import { enforcers, hookCall, isToEnforcer, openingsOf } from './hooks'

/**
 * True if the hooks that compare a balance bite: they pass where nothing has changed, and revert where one more was to
 * come. Kept as a fact of the enforcer's code and the token's. Throws if the node does not answer.
 */
export const hooksBite = async (
  chainId: number,
  from: Address,
  token: Address | null,
): Promise<boolean> => {
  const [code, own] = await Promise.all([
    codeOf(chainId, token ? enforcers.ERC20 : enforcers.native),
    token && codeOf(chainId, token),
  ])
  if (code === null || (token && own === null)) return false
  return fact(`hooks:${chainId}:${code}:${own ?? ''}:${token ?? ''}`, holds, async () => {
    const calls = [0n, 1n].flatMap((amount) => {
      const after = hookCall(from, { token, isDown: false, amount })
      return [...openingsOf([after]), after]
    })
    const scene = { chainId, from, override: null, ahead: [], spent: 0n, cap: 300_000 }
    const { results } = await run(scene, calls, [])
    return results.map(({ status }) => BigInt(status)).join() === '1,1,1,0'
  })
}

/** Returns why what a batch changes cannot be compared; undefined if it can. */
export const inexactBy = async ({
  chainId,
  from,
  calls,
}: Pick<Plan, 'chainId' | 'from' | 'calls'>): Promise<InexactReason | undefined> => {
  // A call to the enforcer could compare by itself and keep the balance anew, after something was taken.
  if (calls.some(isToEnforcer)) return 'touched'
  const isBiting = await hooksBite(chainId, from, null).catch(() => false)
  return isBiting ? undefined : 'network'
}
