import type { Quote } from '@/lib/simulate/quote'
import { tokenAt, type Tokens } from './tokenFacts'

/**
 * Marks a quote as unread where a call is explained only by tokens that are not listed: anybody can write a token
 * that moves as it likes, and have the account send some of it.
 */
export const withUnread = <Q extends Pick<Quote, 'unchecked' | 'explained'> | undefined>(
  quote: Q,
  tokens: Tokens,
): Q => {
  const { unchecked, explained = [] } = quote ?? { unchecked: [] }
  if (!quote || !tokens || unchecked.includes('rights')) return quote
  const isSure = explained.every((any) =>
    any.some((token) => tokenAt(tokens, token)?.identity.is === 'listed'),
  )
  return isSure ? quote : { ...quote, unchecked: [...unchecked, 'rights'] }
}
