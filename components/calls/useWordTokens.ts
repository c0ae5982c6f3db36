import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import type { Description } from '@/lib/decode/descriptors/description'
import type { Token } from '@/lib/simulate/quote'
import { wallet } from '../store/session'
import { useIdentified } from '../tokens/useIdentified'
import type { Place } from './place'
import { tokenAt, type Tokens } from './tokenFacts'

/** More tokens than this no publisher names; data may. */
const most = 50

/** The facts on the tokens that words name, read where the place has none; undefined until the node answers. */
export const useWordTokens = (
  rows: Description['rows'],
  { chainId, from, tokens }: Pick<Place, 'chainId' | 'from' | 'tokens'>,
): Tokens => {
  const [found, setFound] = useState<Readonly<Record<Address, Token>>>()
  const identified = useIdentified(chainId, from, found)
  const named = rows.flatMap(({ word }) => (word.kind === 'token' ? [word.token] : []))
  const missing = [...new Set(named)]
    .filter((token) => !tokenAt(tokens, token))
    .slice(0, most)
    .join(' ')
  useEffect(() => {
    if (!missing) return
    let isOver = false
    void wallet('readTokens', { chainId, addresses: missing.split(' ') as Address[] })
      .catch((): Record<Address, Token> => ({}))
      .then((facts) => {
        if (!isOver) setFound(facts)
      })
    return () => {
      isOver = true
    }
  }, [chainId, missing])
  if (!missing) return tokens ?? {}
  return identified && { ...tokens, ...identified }
}
