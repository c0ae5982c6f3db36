import type { UnminedCalls, Plan } from './plan'
import type { UnminedBatch } from '../batch/lane'
import { totalValue } from '../batch/batchRequest'
import { entryPoint } from '../sponsor/entryPoint'
import { sameAddress } from '../values/address'
import { sentOf } from './runWithReads'
import type { Scene, Sent } from './run'

/** Returns the calls of a batch that are in no block yet, and the transaction of an atomic one. */
export const unminedCallsOf = ({ batch, calls }: UnminedBatch): UnminedCalls => {
  const { mode, delegate, upgrade, from, gas, sponsor } = batch
  const terms = sponsor ? { ...batch, caller: entryPoint } : batch
  const [transaction] = mode === 'atomic' ? sentOf(terms, from, 0, gas) : []
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
    caller,
  }: Pick<Plan, 'chainId' | 'from' | 'upgrade' | 'delegate' | 'ahead' | 'caller'>,
  cap: number,
): Scene => {
  const earlier = ahead.findLast(({ whole }) => whole?.upgrade)?.whole?.delegate ?? null
  const override = upgrade ? delegate : earlier
  const before = ahead.flatMap(({ calls, whole }): readonly Sent[] =>
    whole && (!override || sameAddress(whole.delegate, override)) ? [whole.transaction] : calls,
  )
  const scene = { chainId, from, override, ahead: before, spent: valueAhead(ahead), cap }
  return caller ? { ...scene, isPaidFor: true } : scene
}
