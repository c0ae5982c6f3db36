import type { Address } from 'viem'
import type { Doubt } from '@/lib/approvals/danger'
import type { Change } from '@/lib/db/outcome'
import { isDust } from '@/lib/decode/dust'
import { assetKey } from '@/lib/simulate/material'
import type { Quote } from '@/lib/simulate/quote'
import { sameAddress } from '@/lib/values/address'
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
 * without a name that no earlier batch dealt with. What nobody is known to get counts as theirs.
 */
export const doubtsOfPayment = (
  { verdict, changes, payees, parties, balance }: Paying,
  tokens: Tokens,
  isNamed: (address: Address) => boolean,
): Doubt[] => {
  if (verdict === 'fails' || changes.some((change) => isPrice(change, tokens))) return []
  const isKnown = (address: Address) =>
    isNamed(address) || parties.some((party) => !party.isNew && sameAddress(party.address, address))
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
        return 2n * strange >= BigInt(balance)
      case 'ERC20':
        return 2n * strange >= BigInt(tokenAt(tokens, asset.address)?.balance ?? 0)
      default:
        return true
    }
  }
  const leaving = changes.filter(({ direction }) => direction === 'out')
  return leaving.some(isMost) ? ['unnamed payment'] : []
}
