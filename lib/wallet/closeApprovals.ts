import { pending } from '../approvals/approvals'
import type { Handler } from './door'

/** The page does not close its own window: a request that came meanwhile would be rejected with it. */
export const closeApprovals: Handler<'closeApprovals'> = async (_params, services) => {
  await services.closeApprovals(async () => !(await pending()).some(({ isQuiet }) => !isQuiet))
  return null
}
