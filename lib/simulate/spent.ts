import { parseAbi } from 'viem'
import type { Call } from '../db'
import type { Allowance } from '../db/outcome'
import { permit2 } from '../decode/contracts'
import { withAmount, type EditableAllowance } from '../decode/edit'
import { gasCapOf } from '../network/gasCap'
import { probes, see } from './exactAllowance'
import type { Plan } from './plan'
import { sceneOf } from './unminedBatches'
import { encodeCall } from '../values/encodeCall'

/**
 * True if a batch takes something of an allowance after its call `index` has given it: less is there in the end than
 * right after that call. What the call asked for tells nothing, as a token may keep less of it. An unlimited allowance
 * is tried with limited ones, as many tokens do not lower it.
 */
export const isSpent = async (
  plan: Plan,
  index: number,
  given: Pick<EditableAllowance, 'keeper' | 'token' | 'spender'>,
  left: Allowance['left'],
): Promise<boolean> => {
  const { calls, chainId } = plan
  const scene = sceneOf(plan, await gasCapOf(chainId))
  const keptWith = async (all: typeof calls): Promise<bigint | undefined> =>
    (await see(scene, all.slice(0, index + 1), given))?.after
  if (left !== 'all') {
    const kept = await keptWith(calls)
    return kept !== undefined && kept > BigInt(left)
  }
  const call = calls[index]
  for (const amount of probes[given.keeper]) {
    const changed = call && withAmount(call, amount, plan)
    if (!changed) return false
    const all = calls.map((one, at) => (at === index ? changed : one))
    const [kept, seen] = await Promise.all([keptWith(all), see(scene, all, given)])
    if (kept !== undefined && seen) return kept > seen.after
  }
  return false
}

/** ERC-20's, and that of Permit2 (its IAllowanceTransfer.sol). */
const abi = parseAbi([
  'function approve(address spender, uint256 value)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])

type Standing = Pick<EditableAllowance, 'keeper' | 'token' | 'spender'>

/** Returns the call that sets an allowance, without an end. */
const setting = ({ keeper, token, spender }: Standing, amount: bigint): Call =>
  keeper === 'token'
    ? {
        to: token,
        value: '0x0',
        data: encodeCall({ abi, functionName: 'approve', args: [spender, amount] }),
      }
    : {
        to: permit2,
        value: '0x0',
        data: encodeCall({
          abi,
          functionName: 'approve',
          args: [token, spender, amount, 2 ** 48 - 1],
        }),
      }

/**
 * True if a batch takes something of an unlimited allowance that stood before it. Many tokens do not lower one, so it
 * is tried with limited ones, set ahead of all calls: to nothing first, as some tokens demand.
 */
export const isSpentBefore = async (plan: Plan, standing: Standing): Promise<boolean> => {
  const { calls, chainId } = plan
  const scene = sceneOf(plan, await gasCapOf(chainId))
  for (const amount of probes[standing.keeper]) {
    const set = [setting(standing, 0n), setting(standing, amount)]
    const [kept, seen] = await Promise.all([
      see(scene, set, standing),
      see(scene, [...set, ...calls], standing),
    ])
    if (kept && seen) return kept.after > seen.after
  }
  return false
}
