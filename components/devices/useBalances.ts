import { useEffect, useState } from 'react'
import type { Address, Hex } from 'viem'
import { wallet } from '../store/session'

type Balances = Readonly<Partial<Record<Address, Hex | null>>>

/** Reads what addresses have; empty until the node has answered. */
export const useBalances = (
  chainId: number | undefined,
  addresses: readonly { address: Address }[] | undefined,
): Balances => {
  const [balances, setBalances] = useState<Balances>({})
  const asked = addresses?.map(({ address }) => address).join(' ')
  useEffect(() => {
    if (!asked || chainId === undefined) return undefined
    let isOver = false
    wallet('readCoin', { chainId, addresses: asked.split(' ') as Address[] }).then(
      (found) => !isOver && setBalances(found),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [chainId, asked])
  return balances
}
