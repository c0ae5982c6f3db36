import type { Address } from 'viem'
import type { Doubt } from '@/lib/approvals/danger'
import type { Counterparty } from '@/lib/db/outcome'
import { doubtsOfCharges, doubtsOfFee } from '@/lib/approvals/feeDoubts'
import { isRightKind } from '@/lib/decode/rightKinds'
import type { SignIn, SignInMismatch } from '@/lib/decode/siwe'
import { highestFee } from '@/lib/network/feeOffer'
import type { Quote } from '@/lib/simulate/quote'
import { isUnlimited } from '../text/amount'

const doubted = (found: readonly (readonly [Doubt, boolean])[]): Doubt[] =>
  found.flatMap(([doubt, isFound]) => (isFound ? [doubt] : []))

const nobody = () => false

/** The doubts about calls and what they do; `isNamed` tells who bears a name that the user or the wallet knows. */
export const doubtsOfQuote = (
  quote: Pick<Quote, 'verdict' | 'unchecked' | 'parties' | 'allowances'> | undefined,
  isNamed: (address: Address) => boolean = nobody,
): Doubt[] => {
  if (!quote) return []
  const { verdict, unchecked, parties, allowances } = quote
  const isBlind = (['changes', 'transaction', 'block'] as const).some((what) =>
    unchecked.includes(what),
  )
  // Approving gives nothing of what was allowed before.
  const given = allowances.filter(({ isOlder }) => !isOlder)
  const limitless = given.filter((one) => !isUnbounded(one) && isLimitless(one))
  return doubted([
    ['unlimited allowance', limitless.length > 0],
    ['unnamed allowance', !limitless.every(({ spender }) => isNamed(spender))],
    ['given right', given.some((one) => isUnbounded(one) && one.left !== '0x0')],
    ['unread call', unchecked.includes('rights')],
    ['fails', verdict === 'fails'],
    ['unchecked', verdict === 'unknown' || (verdict !== 'fails' && isBlind)],
    ...partyDoubts(parties),
  ])
}

const partyDoubts = (parties: readonly Counterparty[]) =>
  [['look-alike receiver', parties.some(({ resembles }) => resembles !== undefined)]] as const

/** The doubts about those that a signature names. */
export const doubtsOfParties = (parties: readonly Counterparty[] | undefined): Doubt[] =>
  doubted(partyDoubts(parties ?? []))

/** Tells if nothing comes for what is sent. What fails sends nothing, and has a doubt of its own. */
const sendsAlone = ({ verdict, changes }: Pick<Quote, 'verdict' | 'changes'>): boolean =>
  verdict !== 'fails' && changes.every(({ direction }) => direction === 'out')

/** The doubts about what the gas of a quote may cost, or what somebody else takes for it; `sent`: the coin that is sent by calls without data. */
export const doubtsOfCost = (
  quote:
    | Pick<
        Quote,
        | 'ceiling'
        | 'l1Fee'
        | 'fees'
        | 'balance'
        | 'offer'
        | 'changes'
        | 'verdict'
        | 'sponsor'
        | 'tokens'
      >
    | undefined,
  sent: bigint | undefined,
): Doubt[] => {
  if (!quote) return []
  const { sponsor, tokens } = quote
  if (sponsor)
    return doubtsOfCharges(
      sponsor.charges?.map(({ token, amount }) => ({
        amount: BigInt(amount),
        balance: BigInt(tokens[token]?.balance ?? 0),
      })),
    )
  return doubtsOfFee({
    ceiling: BigInt(quote.ceiling) + BigInt(quote.l1Fee),
    price: highestFee(quote.fees),
    balance: BigInt(quote.balance),
    usual: quote.offer.usual && BigInt(quote.offer.usual),
    sent: sendsAlone(quote) ? sent : undefined,
  })
}

const isLimitless = ({ left }: Quote['allowances'][number]): boolean =>
  left === 'all' || isUnlimited(BigInt(left))

/** An operator of a whole collection has a right too: no amount bounds it. */
const isUnbounded = ({ standard, left }: Quote['allowances'][number]): boolean =>
  isRightKind(standard) || (left === 'all' && (standard === 'ERC721' || standard === 'ERC1155'))

/** The doubts about a message: its text, undefined if it is none, and the sign-in that it is. */
export const doubtsOfMessage = (
  text: string | undefined,
  signIn: SignIn | 'malformed' | undefined,
  mismatches: readonly SignInMismatch[],
): Doubt[] => {
  const isForeign = mismatches.some((one) => one === 'domain' || one === 'scheme')
  return doubted([
    ['unfit sign-in', mismatches.length > 0 && !isForeign],
    ['malformed sign-in', signIn === 'malformed'],
    ['unread signature', text === undefined],
    ['foreign sign-in', isForeign],
  ])
}

/**
 * The doubts about a network that a site proposes; `hasOtherCoin` if it is known to have another coin, `isUnchecked`
 * if nobody compared it with known ones.
 */
export const doubtsOfNetwork = (hasOtherCoin: boolean, isUnchecked: boolean): Doubt[] =>
  doubted([
    ['unchecked name', isUnchecked],
    ['false network', hasOtherCoin],
  ])
