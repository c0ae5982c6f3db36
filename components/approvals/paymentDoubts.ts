import type { Address } from 'viem'
import type { Doubt } from '@/lib/approvals/danger'
import type { Change } from '@/lib/db/outcome'
import { isDust } from '@/lib/decode/dust'
import { assetKey } from '@/lib/simulate/material'
import type { Quote } from '@/lib/simulate/quote'
import { sameAddress } from '@/lib/values/address'
import type { KnownNames } from '../calls/names'
import { namedAt, tokenAt, type Tokens } from '../calls/tokenFacts'

type Paying = Pick<Quote, 'verdict' | 'changes' | 'payees' | 'parties' | 'balance'>

/** True for a gain that may be a price: an amount of the coin, or of a token that goes by its name, and no dust. */
const isPrice = ({ asset, amount, direction }: Change, tokens: Tokens): boolean => {
  if (direction !== 'in') return false
  if (asset.standard === 'native') return !isDust(BigInt(amount), 18)
  const token = asset.standard === 'ERC20' ? namedAt(tokens, asset.address) : undefined
  return token !== undefined && !isDust(BigInt(amount), token.decimals)
}

/**
 * The doubt about an item, or at least half of what the account holds of an asset, that leaves for nothing to addresses
 * that are neither the user's own nor known from an earlier batch. A shipped name clears none of them: many contracts
 * give what they are paid to whoever asks, or book it for somebody else. What nobody is known to get counts as a
 * stranger's, and nothing that comes is known to be the price of an item.
 */
export const doubtsOfPayment = (
  { verdict, changes, payees, parties, balance }: Paying,
  tokens: Tokens,
  { isOwn, isShipped }: Pick<KnownNames, 'isOwn' | 'isShipped'>,
): Doubt[] => {
  if (verdict === 'fails') return []
  const isPaid = changes.some((change) => isPrice(change, tokens))
  const isKnown = (address: Address) =>
    isOwn(address) ||
    (!isShipped(address) &&
      parties.some((party) => !party.isNew && sameAddress(party.address, address)))
  const isMost = (change: Change): boolean => {
    const { asset } = change
    const to = payees.find(({ of }) => of === assetKey(change))?.to ?? []
    const known = to
      .filter(({ address }) => isKnown(address))
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    const strange = BigInt(change.amount) - known
    if (strange <= 0n) return false
    switch (asset.standard) {
      case 'native':
        return !isPaid && 2n * strange >= BigInt(balance)
      case 'ERC20':
        return !isPaid && 2n * strange >= BigInt(tokenAt(tokens, asset.address)?.balance ?? 0)
      default:
        return true
    }
  }
  const leaving = changes.filter(({ direction }) => direction === 'out')
  return leaving.some(isMost) ? ['unnamed payment'] : []
}
