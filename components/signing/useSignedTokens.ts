import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { Address, Hex } from 'viem'
import { cache } from '@/lib/db'
import { contractOf, type SignatureReading } from '@/lib/decode/signatures/signatureReading'
import { holdingsKey, type Holdings } from '@/lib/holdings/holdings'
import type { Token } from '@/lib/simulate/quote'
import { sameAddress } from '@/lib/values/address'
import { wallet } from '../store/session'

type Said = Readonly<Record<Address, Token & { balance?: Hex }>>

/** The tokens and collections that a signature names, each once. */
export const tokensIn = (reading: SignatureReading): Address[] => {
  if (reading.kind === 'unread') return []
  const assets = reading.deals.flatMap(({ leaves, returns }) =>
    [...leaves, ...returns].map(({ asset }) => asset),
  )
  const called = reading.calls.map(({ to }) => to)
  const named = assets.flatMap((asset) => contractOf(asset) ?? [])
  return [...new Set([...named, ...called])]
}

/**
 * Reads the tokens of a signature, with the account's balances as last known; undefined until the node
 * answers.
 */
export const useSignedTokens = (
  chainId: number,
  account: Address,
  reading: SignatureReading,
): Said | undefined => {
  const [tokens, setTokens] = useState<Said>()
  const addresses = tokensIn(reading).join(' ')
  const held = useLiveQuery(
    async () => (await cache.facts.get(holdingsKey(chainId, account)))?.value as Holdings,
    [chainId, account],
  )

  useEffect(() => {
    let isOver = false
    const list = addresses.split(' ').filter((one) => one !== '') as Address[]
    const read = list.length > 0 ? wallet('readTokens', { chainId, addresses: list }) : undefined
    void Promise.resolve(read)
      .catch(() => undefined)
      .then((found) => {
        if (!isOver) setTokens(found ?? {})
      })
    // Balances may not have been read before: the worst case needs them.
    if (list.length > 0) wallet('readHoldings', { chainId, account }).catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [chainId, account, addresses])

  if (!tokens) return undefined
  return Object.fromEntries(
    Object.entries(tokens).map(([address, token]) => {
      const holding = held?.assets.find(
        (one) => sameAddress(one.address, address) && one.standard === 'ERC20',
      )
      return [address, holding ? { ...token, balance: holding.amount } : token]
    }),
  )
}
