import { useContractNames } from '../calls/useContractNames'
import { useAccounts, useContacts, useLoadNetworks } from '../hooks/queries'
import { useListed } from '../tokens/useListed'
import { useLists } from './useSiteWarnings'
import { useVerbs } from './useVerbs'

/**
 * Loads what nearly every approval shows, beside the page's first questions: what comes after the first paint draws
 * the whole window once more. A chunk that cannot be loaded is asked for again, and said, by the part that needs it.
 */
export const loadAhead = (): void => {
  for (const { ahead } of [useLoadNetworks, useAccounts, useContacts]) ahead()
  for (const { ahead } of [useContractNames, useListed, useLists, useVerbs])
    ahead().catch(() => undefined)
}
