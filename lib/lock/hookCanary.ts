import type { Address, Hex } from 'viem'
import { holds } from '../delegate/holds'
import { fact } from '../network/facts'
import { request } from '../network/node'
import { isSilence } from '../rpc/errors'
import { codeOf } from './canary'
import { enforcers, hookCall, openingsOf } from './hooks'

/**
 * True if the hooks that compare a balance bite: they pass where nothing has changed, and revert where one more was to
 * come. Kept as a fact of the enforcer's code. Throws 4901 if the node does not answer.
 */
export const hooksBite = async (
  chainId: number,
  account: Address,
  token: Address | null,
): Promise<boolean> => {
  const code = await codeOf(chainId, token ? enforcers.ERC20 : enforcers.native)
  if (code === null) return false
  return fact(`hooks:${chainId}:${code}:${token ?? ''}`, holds, async () => {
    const calls = [0n, 1n].flatMap((amount) => {
      const after = hookCall(account, { token, isDown: false, amount })
      return [...openingsOf([after]), after]
    })
    const asked = calls.map(({ to, data }) => ({ from: account, to, input: data, gas: '0x493e0' }))
    const payload = { blockStateCalls: [{ calls: asked }], validation: false }
    try {
      const answer = (await request(chainId, 'eth_simulateV1', [payload, 'pending'])) as
        | { calls?: { status: Hex }[] }[]
        | null
      const statuses = answer?.[0]?.calls?.map(({ status }) => BigInt(status))
      return statuses?.join() === '1,1,1,0'
    } catch (error) {
      if (isSilence(error)) throw error
      return false
    }
  })
}
