import type { UnminedCalls, Plan } from './plan'
import type { UnminedBatch } from '../batch/lane'
import { totalValue } from '../batch/batchRequest'
import { sameAddress } from '../values/address'
import { sentOf } from './runWithReads'
import type { Scene } from './run'

/** Returns the calls of a batch that are in no block yet, and the transaction of an atomic one. */
export const unminedCallsOf = ({ batch, calls }: UnminedBatch): UnminedCalls => {
  const { mode, delegate, upgrade, from, gas } = batch
  const [transaction] = mode === 'atomic' ? sentOf(batch, from, 0, gas) : []
  return {
    calls,
    ...(transaction && delegate ? { whole: { transaction, delegate, upgrade } } : {}),
  }
}

/** Returns the sum that unmined batches send, in wei. */
export const valueAhead = (ahead: readonly UnminedCalls[]): bigint =>
  totalValue(ahead.flatMap(({ calls }) => calls))

/**
 * Returns the state that a plan is simulated on. The account's delegate is the one of the plan's own upgrade,
 * or of an earlier upgrade that is in no block yet. An unmined transaction through another delegate is
 * simulated call by call.
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
