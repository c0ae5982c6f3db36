import { find } from '../approvals/approvals'
import { leftAhead } from '../batch/lane'
import { requestOf } from '../batch/batchRequest'
import { accountNow } from '../delegate/account'
import { aheadOf } from '../simulate/unminedBatches'
import { planOf } from '../simulate/plan'
import type { Handler } from './door'

/** What a waiting batch spends of the allowance that one of its calls gives. */
export const exact: Handler<'exact'> = async ({ id, mode, index }) => {
  const row = await find(id)
  if (row?.state !== 'pending') throw new Error('no such request')
  const batch = requestOf(row)
  const { chainId, from } = batch
  const [account, ahead, { exactAmount }] = await Promise.all([
    accountNow(chainId, from),
    leftAhead({ chainId, from, key: row.again?.key }),
    import('../simulate/exactAllowance'),
  ])
  const { plan } = await planOf(batch, account, ahead.map(aheadOf), mode)
  return exactAmount(plan, index)
}
