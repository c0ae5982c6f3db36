import { useContractNames } from '../calls/useContractNames'
import { requestOf } from '@/lib/batch/batchRequest'
import { cache, journal } from '@/lib/db'
import { useAccounts, useAwaited, useContacts, useLoadNetworks } from '../hooks/queries'
import { useOwnTokens } from '../tokens/useIdentified'
import { useListed } from '../tokens/useListed'
import { useVerbs } from './useVerbs'

/** Reads the tokens of an account that a batch waits for: its calls are not shown before these are told apart. */
const loadTokens = async () => {
  const row = await journal.approvals.where({ state: 'pending' }).first()
  if (row?.method !== 'wallet_sendCalls' && row?.method !== 'eth_sendTransaction') return
  const { from, chainId } = requestOf(row)
  useOwnTokens.ahead(chainId, from)
}

/**
 * Loads what nearly every approval shows, beside the page's first questions: what comes after the first paint draws
 * the whole window once more. A chunk that cannot be loaded is asked for again, and said, by the part that needs it.
 */
export const loadAhead = (): void => {
  for (const { ahead } of [useAwaited, useLoadNetworks, useAccounts, useContacts]) ahead()
  cache.open().catch(() => undefined)
  loadTokens().catch(() => undefined)
  // Not the lists of sites, which take longer to run than the first paint may wait: nothing is armed without them.
  for (const { ahead } of [useContractNames, useListed, useVerbs]) ahead().catch(() => undefined)
}
