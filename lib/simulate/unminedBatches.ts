import type { UnminedCalls, Plan } from './plan'
import type { Address } from 'viem'
import type { UnminedBatch } from '../batch/lane'
import { totalValue } from '../batch/batchRequest'
import type { Call } from '../db'
import { sameAddress } from '../values/address'
import { sentOf } from './runWithReads'
import type { Scene } from './run'

/** The transactions that a batch in the journal has still to bring into a block. */
export const unminedCallsOf = ({ batch, calls }: UnminedBatch): UnminedCalls => {
  const { mode, delegate, upgrade, from, gas } = batch
  const [transaction] = mode === 'atomic' ? sentOf(batch, from, 0, gas) : []
  return {
    calls,
    ...(transaction && delegate ? { whole: { transaction, delegate, upgrade } } : {}),
  }
}

/** The sum that all of them send, in wei. */
export const valueAhead = (ahead: readonly UnminedCalls[]): bigint =>
  totalValue(ahead.flatMap(({ calls }) => calls))

/**
 * The scene that a plan is simulated on. The account's code is what its own upgrade makes of it, or an earlier one that
 * is in no block yet. A transaction that runs through other code can only be tried call by call.
 */
export const sceneOf = (
  {
    chainId,
    from,
    upgrade,
    delegate,
    ahead,
  }: Pick<Plan, 'chainId' | 'from' | 'upgrade' | 'delegate' | 'ahead'>,
  cap: number,
): Scene => {
  const earlier = ahead.findLast(({ whole }) => whole?.upgrade)?.whole?.delegate ?? null
  const override = upgrade ? delegate : earlier
  const before = ahead.flatMap(({ calls, whole }) =>
    whole && (!override || sameAddress(whole.delegate, override)) ? [whole.transaction] : calls,
  )
  return { chainId, from, override, ahead: before, spent: valueAhead(ahead), cap }
}
