import { pending } from '../approvals/approvals'
import type { Approval } from '../db'

/**
 * Returns the row of the batch that the next page of the wallet will show and quote. Undefined if that page has
 * something else to show first: other requests, or the lock; and if the request shows on the icon alone.
 */
export const toQuoteAhead = async (
  isUnlocked: () => Promise<boolean>,
): Promise<Approval | undefined> => {
  const [row, ...others] = (await pending()).filter(({ isQuiet }) => !isQuiet)
  if (!row || others.length > 0 || !(await isUnlocked())) return undefined
  const { method } = row
  return method === 'wallet_sendCalls' || method === 'eth_sendTransaction' ? row : undefined
}
