import type { Allowance } from '../db/outcome'
import { withAmount, type EditableAllowance } from '../decode/edit'
import { gasCapOf } from '../network/gasCap'
import { probes, see } from './exactAllowance'
import type { Plan } from './plan'
import { sceneOf } from './unminedBatches'

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
