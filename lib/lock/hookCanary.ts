import type { Address } from 'viem'
import { holds } from '../delegate/holds'
import { fact } from '../network/facts'
import { run } from '../simulate/run'
import { codeOf } from './canary'
import { enforcers, hookCall, openingsOf } from './hooks'

/**
 * True if the hooks that compare a balance bite: they pass where nothing has changed, and revert where one more was to
 * come. Kept as a fact of the enforcer's code. Throws if the node does not answer.
 */
export const hooksBite = async (
  chainId: number,
  from: Address,
  token: Address | null,
): Promise<boolean> => {
  const code = await codeOf(chainId, token ? enforcers.ERC20 : enforcers.native)
  if (code === null) return false
  return fact(`hooks:${chainId}:${code}:${token ?? ''}`, holds, async () => {
    const calls = [0n, 1n].flatMap((amount) => {
      const after = hookCall(from, { token, isDown: false, amount })
      return [...openingsOf([after]), after]
    })
    const scene = { chainId, from, override: null, ahead: [], spent: 0n, cap: 300_000 }
    const { results } = await run(scene, calls, [])
    return results.map(({ status }) => BigInt(status)).join() === '1,1,1,0'
  })
}
