import { pending } from '../approvals'
import type { Handler } from './door'

/** The page does not close its own window: a request that came meanwhile would be rejected with it. */
export const closeApprovals: Handler<'closeApprovals'> = async (_params, services) => {
  if ((await pending()).length === 0) await services.closeApprovals()
  return null
}
