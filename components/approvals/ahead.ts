import { useContractNames } from '../calls/useContractNames'
import { requestOf } from '@/lib/batch/batchRequest'
import { cache, journal } from '@/lib/db'
import {
  useAccounts,
  useAwaited,
  useContacts,
  useKnownTokens,
  useLoadNetworks,
} from '../hooks/queries'
import { SignTypedDataLater } from './laterScreens'
import { loadQuote } from './quotedAhead'
import { useOwnTokens } from '../tokens/useIdentified'
import { useListed } from '../tokens/useListed'
import { useVerbs } from './useVerbs'

/**
 * Loads what the first drawing of a request shows: of a batch what is known of its tokens, and the quote, if it is there
 * already; of typed data the screen.
 */
const loadFirst = async () => {
  const pending = await journal.approvals.where({ state: 'pending' }).toArray()
  const [row, ...others] = pending.filter(({ isQuiet, isBeside }) => !isQuiet && !isBeside)
  if (row?.method === 'eth_signTypedData_v4' || row?.method === 'eth_signTypedData_v3')
    return SignTypedDataLater.ahead()
  if (row?.method !== 'wallet_sendCalls' && row?.method !== 'eth_sendTransaction') return
  const { from, chainId } = requestOf(row)
  useOwnTokens.ahead(chainId, from)
  useKnownTokens.ahead(chainId)
  // Which of several is shown is not known here.
  if (others.length === 0) await loadQuote(row.id)
}

/**
 * Loads what nearly every approval shows, beside the page's first questions: what comes after the first paint draws
 * the whole window once more. A chunk that cannot be loaded is asked for again, and said, by the part that needs it.
 */
export const loadAhead = (): void => {
  for (const { ahead } of [useAwaited, useLoadNetworks, useAccounts, useContacts]) ahead()
  cache.open().catch(() => undefined)
  loadFirst().catch(() => undefined)
  // Not the lists of sites, which take longer to run than the first paint may wait: nothing is armed without them.
  for (const { ahead } of [useContractNames, useListed, useVerbs]) ahead().catch(() => undefined)
}
