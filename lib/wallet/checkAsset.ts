import { find } from '../approvals/approvals'
import { lookAt, type ProposedAsset } from '../holdings/proposed'
import type { Handler } from './door'

/** Looks at the chain each time it is asked: the window shows what holds now. */
export const checkAsset: Handler<'checkAsset'> = async (asked) => {
  if (!('id' in asked)) return lookAt(asked)
  const row = await find(asked.id)
  if (row?.method !== 'wallet_watchAsset') throw new Error('no such request')
  return lookAt(row.params as ProposedAsset)
}
