import type { Address } from 'viem'
import type { Doubt } from '@/lib/approvals/danger'
import type { Counterparty } from '@/lib/db/outcome'
import { doubtsOfCharges, doubtsOfFee } from '@/lib/approvals/feeDoubts'
import { isRightKind } from '@/lib/decode/rightKinds'
import { isVast } from '@/lib/decode/signatures/doubts'
import type { SignIn, SignInMismatch } from '@/lib/decode/siwe'
import { highestFee } from '@/lib/network/feeOffer'
import type { Quote } from '@/lib/simulate/quote'
import { tokenAt } from '../calls/tokenFacts'

const doubted = (found: readonly (readonly [Doubt, boolean])[]): Doubt[] =>
  found.flatMap(([doubt, isFound]) => (isFound ? [doubt] : []))

type Allowed = Quote['allowances'][number]

const nobody = () => false

/** The doubts about calls and what they do; `isSpender` tells who may be allowed to take tokens by name. */
export const doubtsOfQuote = (
  quote: Pick<Quote, 'verdict' | 'unchecked' | 'parties' | 'allowances' | 'tokens'> | undefined,
  isSpender: (address: Address) => boolean = nobody,
): Doubt[] => {
  if (!quote) return []
  const { verdict, unchecked, parties, allowances, tokens } = quote
  const isBlind = (['changes', 'transaction', 'block'] as const).some((what) =>
    unchecked.includes(what),
  )
  // Approving gives nothing of what was allowed before.
  const given = allowances.filter(({ isOlder }) => !isOlder)
  const bounded = given.filter((one) => !isUnbounded(one))
  const limitless = bounded.filter(isLimitless)
  const unnamed = bounded.filter(({ spender }) => !isSpender(spender))
  return doubted([
    ['unlimited allowance', limitless.length > 0],
    ['unnamed permit', unnamed.some((one) => !isLimitless(one) && isOfMost(one, tokens))],
    ['unnamed allowance', unnamed.some(isLimitless)],
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
    usual: quote.offer.usual ? BigInt(quote.offer.usual) : undefined,
    sent: sendsAlone(quote) ? sent : undefined,
  })
}

const isLimitless = ({ left }: Allowed): boolean => left === 'all' || isVast(BigInt(left))

/** True for what lets others take an item, or half or more of a token, of which an unknown or empty balance is all. */
const isOfMost = ({ standard, token, left }: Allowed, tokens: Quote['tokens']): boolean => {
  if (left === 'all') return true
  if (standard !== 'ERC20' && standard !== 'Permit2') return BigInt(left) > 0n
  const held = BigInt(tokenAt(tokens, token)?.balance ?? 0)
  return BigInt(left) > 0n && 2n * BigInt(left) >= held
}

/** An operator of a whole collection has a right too: no amount bounds it. */
const isUnbounded = ({ standard, left }: Allowed): boolean =>
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
