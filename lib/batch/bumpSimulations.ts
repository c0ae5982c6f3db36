import type { Hash } from 'viem'
import type { Batch, Fees } from '../db'
import type { Difference, Outcome } from '../db/outcome'
import { hashOutcome } from '../simulate/acceptedOutcome'
import { changedSince, differences } from './changedSince'
import { replacementFees, type ReplacementPrice } from './replacement'
import type { State, Transaction } from './state'
import type { World } from './world'

/** How long in ms a look counts as just taken, so that signing needs no further one. */
const settled = 5_000

/** A look at a fee bump: the transaction that it replaces, the fees, when, and what was seen. */
type BumpSimulation = { of: Hash; fees: string; at: number; outcome: Outcome }

/** A fee bump to look at: its batch and state, the transaction to replace, and the network's fees. */
type Bump = { batch: Batch; state: State; open: Transaction; fees: Fees }

/** True if a bump runs calls whose outcome was accepted: cancellations and revocations run none. */
const runsCalls = ({ batch, open }: Bump): boolean =>
  open.kind === 'call' && !batch.revokes && batch.expected !== undefined

/**
 * Simulates fee bumps at their own fees, on a state in which what they replace has not run, and remembers the newest
 * look at each batch: what was shown must still hold when it is signed.
 */
export const createBumpSimulations = (world: World) => {
  const simulations = new Map<string, BumpSimulation>()

  const outcomeOf = ({ batch, state, open, fees }: Bump): Promise<Outcome> =>
    world.simulate(batch, open.index, {
      fees: replacementFees(batch, open, fees),
      deadline: open.deadline,
      // A node's pool may still hold an earlier one of the same nonce.
      replaced: state.transactions
        .filter(({ nonce }) => nonce === open.nonce)
        .map(({ hash }) => hash),
    })

  /** Looks at a bump: what is worse than what was approved, and the hash of what is seen. */
  const take = async (bump: Bump): Promise<{ changed?: Difference[]; seen?: Hash }> => {
    if (!runsCalls(bump)) return {}
    const { batch, open, fees } = bump
    const outcome = await outcomeOf(bump)
    simulations.set(batch.key, {
      of: open.hash,
      fees: JSON.stringify(fees),
      at: world.now(),
      outcome,
    })
    return { changed: changedSince(batch, open.index, outcome), seen: hashOutcome(outcome) }
  }

  /** True if a bump does what its price was shown with; without such a look, what the user approved. */
  const holds = async (bump: Bump, { seen }: ReplacementPrice): Promise<boolean> => {
    if (!runsCalls(bump)) return true
    const { batch, open, fees } = bump
    const kept = simulations.get(batch.key)
    const shown = kept && kept.of === open.hash && hashOutcome(kept.outcome) === seen ? kept : null
    const isFresh = shown?.fees === JSON.stringify(fees) && world.now() - shown.at <= settled
    if (isFresh) return true
    const now = await outcomeOf(bump)
    const changed = shown ? differences(shown.outcome, now) : changedSince(batch, open.index, now)
    // A worker that stopped forgets its simulations, but not what the user has seen.
    return changed.length === 0 || hashOutcome(now) === seen
  }

  return { take, holds }
}

export type BumpSimulations = ReturnType<typeof createBumpSimulations>
