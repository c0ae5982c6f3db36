import type { Doubt } from '@/lib/approvals/danger'
import { isDust } from '@/lib/decode/dust'
import { forNothing, ownReturns } from '@/lib/decode/signatures/doubts'
import type {
  Coming,
  ReadSignature,
  SignatureReading,
} from '@/lib/decode/signatures/signatureReading'
import { namedAt, tokenAt, type Tokens } from '../calls/tokenFacts'

type Worth = 'sure' | 'dust' | 'unlisted'

/** Says what a return is worth to somebody who knows nothing but names; an amount that nobody knows is no better than dust. */
export const worthOf = (
  { asset, amount }: Coming,
  standard: ReadSignature['standard'],
  tokens: Tokens,
): Worth => {
  const atLeast = (decimals: number) =>
    amount === null || isDust(amount, decimals) ? 'dust' : 'sure'
  switch (asset.kind) {
    case 'coin':
      return atLeast(18)
    case 'token': {
      // Without the list nobody can say that a token is not on it; that has a doubt of its own.
      if (tokenAt(tokens, asset.address)?.identity.is === 'unchecked') return 'sure'
      const token = namedAt(tokens, asset.address)
      return token ? atLeast(token.decimals) : 'unlisted'
    }
    case 'item':
      // An exchange of outcomes has one collection, which the table names.
      return standard === 'Polymarket' ? 'sure' : 'unlisted'
    case 'written':
      return 'sure'
  }
}

/**
 * The doubts about what an order brings to those who give, by the names and decimals of its tokens: nothing but
 * dust, or nothing but what is on no list.
 */
export const returnDoubts = (reading: SignatureReading, tokens: Tokens): Doubt[] => {
  if (!tokens || reading.kind === 'unread' || reading.deed !== 'trade') return []
  const worths = reading.deals.map((deal) =>
    ownReturns(deal).map((one) => worthOf(one, reading.standard, tokens)),
  )
  const unsure = worths.filter((all) => all.length > 0 && !all.includes('sure'))
  return [
    ...(unsure.some((all) => all.every((worth) => worth === 'dust')) ? [forNothing] : []),
    ...(unsure.some((all) => all.includes('unlisted')) ? (['unlisted return'] as const) : []),
  ]
}
