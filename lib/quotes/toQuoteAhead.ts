import { pending } from '../approvals/approvals'

/**
 * Returns the ID of the batch that the next page of the wallet will show and quote. Undefined if that page has
 * something else to show first: other requests, or the lock; and if the request shows on the icon alone.
 */
export const toQuoteAhead = async (
  isUnlocked: () => Promise<boolean>,
): Promise<string | undefined> => {
  const [row, ...others] = (await pending()).filter(({ isQuiet }) => !isQuiet)
  if (!row || others.length > 0 || !(await isUnlocked())) return undefined
  const { id, method } = row
  return method === 'wallet_sendCalls' || method === 'eth_sendTransaction' ? id : undefined
}
