import type { Address } from 'viem'
import { incomingBefore, incomingKey } from '@/lib/incoming/incoming'
import { scanIncoming } from '@/lib/incoming/scanIncoming'
import { nodeReaderOf } from '../allowances/nodeReaderOf'
import { usePoll } from '../hooks/usePoll'
import { wallet } from '../store/session'
import { ownTokens } from '../tokens/useIdentified'
import { listedTokens, useListed } from '../tokens/useListed'

/** How often a page that is looked at asks anew, in ms. */
const every = 30_000

/** Has what arrived at an account looked for, while the page is visible and whenever `pulse` changes. */
export const useScanIncoming = (chainId: number, account: Address, pulse: string): void => {
  const listed = useListed()
  const begin = ({ signal }: AbortController) => {
    if (!listed) return undefined
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
  // A silent node is told of by the balances above.
  usePoll(every, begin, [chainId, account, listed, pulse])
}
