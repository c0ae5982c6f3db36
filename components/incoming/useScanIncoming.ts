import { incomingBefore, incomingKey } from '@/lib/incoming/incoming'
import { scanIncoming } from '@/lib/incoming/scanIncoming'
import { nodeReaderOf } from '../allowances/nodeReaderOf'
import type { Here } from '../hooks/useHere'
import { usePoll } from '../hooks/usePoll'
import { wallet } from '../store/session'
import { ownTokens } from '../tokens/useIdentified'
import { listedTokens, useListed } from '../tokens/useListed'

/** How often a page that is looked at asks anew, in ms. */
const every = 30_000

/** Looks for what arrived at an account, while the page is visible and whenever `pulse` changes. */
export const useScanIncoming = (here: Here | undefined, pulse = ''): void => {
  const listed = useListed()
  const chainId = here?.network.chainId
  const account = here?.account.address
  const begin = ({ signal }: AbortController) => {
    if (!listed || chainId === undefined || !account) return undefined
    const names = new Set(listedTokens(listed, chainId).map((address) => address.toLowerCase()))
    return async () => {
      if (document.visibilityState !== 'visible') return
      const before = await incomingBefore(chainId, account)
      const own = (await ownTokens(chainId, account)).map(({ address }) => address)
      const held = [...new Set(own)].filter((address) => !names.has(address.toLowerCase()))
      const known = { listed: names, held }
      const place = { chainId, account }
      const found = await scanIncoming(nodeReaderOf(chainId), place, before, known, Date.now())
      if (signal.aborted) return
      await wallet('keepAllowances', { key: incomingKey(chainId, account), found })
    }
  }
  // Home tells of a silent node; what was found before stands all the same.
  usePoll(every, begin, [chainId, account, listed, pulse])
}
