import { useEffect } from 'react'
import type { Address } from 'viem'
import { incomingBefore, incomingKey } from '@/lib/incoming/incoming'
import { scanIncoming } from '@/lib/incoming/scanIncoming'
import { nodeReaderOf } from '../allowances/nodeReaderOf'
import { wallet } from '../store/session'
import { ownTokens } from '../tokens/useIdentified'
import { listedTokens, useListed } from '../tokens/useListed'

/** How often a page that is looked at asks anew, in ms. */
const every = 30_000

/** Has what arrived at an account looked for, while the page is visible and whenever `pulse` changes. */
export const useScanIncoming = (chainId: number, account: Address, pulse: string): void => {
  const listed = useListed()
  useEffect(() => {
    if (!listed) return
    let isOver = false
    let isLooking = false
    const names = new Set(listedTokens(listed, chainId).map((address) => address.toLowerCase()))
    const lookOnce = async () => {
      const before = await incomingBefore(chainId, account)
      const own = (await ownTokens(chainId, account)).map(({ address }) => address)
      const held = [...new Set(own)].filter((address) => !names.has(address.toLowerCase()))
      const known = { listed: names, held }
      const found = await scanIncoming(
        nodeReaderOf(chainId),
        { chainId, account },
        before,
        known,
        Date.now(),
      )
      if (!isOver) await wallet('keepAllowances', { key: incomingKey(chainId, account), found })
    }
    const ask = () => {
      if (isLooking || document.visibilityState !== 'visible') return
      isLooking = true
      // A silent node is told of by the balances above.
      void lookOnce()
        .catch(() => undefined)
        .finally(() => {
          isLooking = false
        })
    }
    ask()
    const timer = setInterval(ask, every)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [chainId, account, listed, pulse])
}
