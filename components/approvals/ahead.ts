import { useContractNames } from '../calls/useContractNames'
import { cache } from '@/lib/db'
import { useAccounts, useAwaited, useContacts, useLoadNetworks } from '../hooks/queries'
import { useListed } from '../tokens/useListed'
import { useVerbs } from './useVerbs'

/**
 * Loads what nearly every approval shows, beside the page's first questions: what comes after the first paint draws
 * the whole window once more. A chunk that cannot be loaded is asked for again, and said, by the part that needs it.
 */
export const loadAhead = (): void => {
  for (const { ahead } of [useAwaited, useLoadNetworks, useAccounts, useContacts]) ahead()
  cache.open().catch(() => undefined)
  // Not the lists of sites, which take longer to run than the first paint may wait: nothing is armed without them.
  for (const { ahead } of [useContractNames, useListed, useVerbs]) ahead().catch(() => undefined)
}
