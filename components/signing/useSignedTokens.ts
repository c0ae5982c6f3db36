import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { numberToHex, size, type Address, type Hex } from 'viem'
import { cache } from '@/lib/db'
import { contractOf, type SignatureReading } from '@/lib/decode/signatures/signatureReading'
import { holdingsKey, type Holdings } from '@/lib/holdings/holdings'
import type { Token } from '@/lib/simulate/quote'
import type { Rehearsal } from '@/lib/simulate/rehearse'
import { encodeBalanceOf } from '@/lib/simulate/tokens'
import { sameAddress } from '@/lib/values/address'
import { namedTokens } from '../calls/namedTokens'
import { wallet } from '../store/session'

type Said = Readonly<Record<Address, Token & { balance?: Hex }>>

/** The tokens and collections that a signature names, each once. */
export const tokensIn = (reading: SignatureReading): Address[] => {
  if (reading.kind === 'unread') return []
  const assets = reading.deals.flatMap(({ leaves, returns }) =>
    [...leaves, ...returns].map(({ asset }) => asset),
  )
  const called = reading.calls.flatMap(({ to, reading: read }) => [to, ...namedTokens(read)])
  const named = assets.flatMap((asset) => contractOf(asset) ?? [])
  return [...new Set([...named, ...called])]
}

/** The most balances that one question reads. */
const most = 100

/** The account's balances of what answers as a token does, in raw units by address, as a simulation reads them. */
export const balancesIn = (
  asked: readonly Address[],
  { before }: Pick<Rehearsal, 'before'>,
): Record<Address, Hex> =>
  Object.fromEntries(
    asked.flatMap((address, index): [Address, Hex][] => {
      const answer = before[index]
      return answer && size(answer) === 32 ? [[address, numberToHex(BigInt(answer))]] : []
    }),
  )

/** Reads what the account holds of tokens; nothing of any if the node cannot simulate. */
const readBalances = async (chainId: number, account: Address, addresses: readonly Address[]) => {
  const asked = addresses.slice(0, most)
  const data = encodeBalanceOf({ standard: 'ERC20' }, account)
  const reads = asked.map((to) => ({ to, data }))
  const read = await wallet('rehearse', { chainId, calls: [], reads }).catch(() => undefined)
  return read ? balancesIn(asked, read) : {}
}

/**
 * Reads the tokens of a signature, and what the account holds of each: where the node cannot tell, as last known;
 * undefined until the node answers.
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
    const read = async (): Promise<Said> => {
      if (list.length === 0) return {}
      const [found, balances] = await Promise.all([
        wallet('readTokens', { chainId, addresses: list }).catch(() => ({})),
        readBalances(chainId, account, list),
      ])
      return Object.fromEntries(
        Object.entries<Token>(found).map(([address, token]) => {
          const balance = balances[address as Address]
          return [address, balance === undefined ? token : { ...token, balance }]
        }),
      )
    }
    void read().then((found) => {
      if (!isOver) setTokens(found)
    })
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
      return [address, holding ? { balance: holding.amount, ...token } : token]
    }),
  )
}
