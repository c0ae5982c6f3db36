import { raise } from '../approvals/approvals'
import type { Handler } from './door'

/** Brings what waits for the user to the front. */
export const showApprovals: Handler<'showApprovals'> = async (_params, services) => {
  await raise()
  await services.showApprovals()
  return null
}
