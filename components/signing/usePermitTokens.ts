import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import type { Permit } from '@/lib/decode/permit'
import type { Token } from '@/lib/simulate/quote'
import { wallet } from '../store/session'

type Tokens = Readonly<Record<Address, Token>> | undefined

/** Reads the tokens of a permit; undefined until the node answers. */
export const usePermitTokens = (chainId: number, permit: Permit | undefined): Tokens => {
  const [tokens, setTokens] = useState<Tokens>()
  const addresses = permit?.allowances.map(({ token }) => token).join(' ')
  useEffect(() => {
    if (!addresses) return
    let isOver = false
    const list = addresses.split(' ') as Address[]
    void wallet('readTokens', { chainId, addresses: list })
      .catch(() => ({}))
      .then((found) => {
        if (!isOver) setTokens(found)
      })
    return () => {
      isOver = true
    }
  }, [chainId, addresses])
  return tokens
}
