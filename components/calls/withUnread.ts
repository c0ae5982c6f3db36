import type { Quote } from '@/lib/simulate/quote'
import { namedAt, type Tokens } from './tokenFacts'

/**
 * Marks a quote as unread where a call is explained only by tokens that are neither listed nor the account's own:
 * anybody can write a token that moves as it likes.
 */
export const withUnread = <Q extends Pick<Quote, 'unchecked' | 'explained'> | undefined>(
  quote: Q,
  tokens: Tokens,
): Q => {
  const { unchecked, explained = [] } = quote ?? { unchecked: [] }
  if (!quote || !tokens || unchecked.includes('rights')) return quote
  const isSure = explained.every((any) => any.some((token) => namedAt(tokens, token)))
  return isSure ? quote : { ...quote, unchecked: [...unchecked, 'rights'] }
}
