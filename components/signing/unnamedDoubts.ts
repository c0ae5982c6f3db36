import type { Address } from 'viem'
import type { Doubt } from '@/lib/approvals/danger'
import { isVast } from '@/lib/decode/signatures/doubts'
import type { Leaving, SignatureReading } from '@/lib/decode/signatures/signatureReading'
import type { KnownNames } from '../calls/names'
import type { Place } from '../calls/place'
import { tokenAt } from '../calls/tokenFacts'
import { atWorst } from './atWorst'
import { mayLeave } from './callLeavings'

const isOfAll = ({ how, asset, amount }: Leaving): boolean =>
  how === 'spends' && asset.kind === 'token' && amount !== null && isVast(amount)

/** True for items, of which there is no half, and for what nobody knows how much there is of. */
const isUncounted = ({ asset }: Leaving): boolean => asset.kind !== 'token'

/** True if any item, or at least half of what the account holds of a token, would be gone. */
const isMost = (leaves: readonly Leaving[], place: Pick<Place, 'from' | 'tokens'>): boolean => {
  if (leaves.some(isUncounted)) return true
  const taken = new Map<string, bigint | undefined>()
  for (const one of leaves) {
    if (one.asset.kind !== 'token') continue
    const token = one.asset.address.toLowerCase()
    const worst = atWorst(one, place)
    const before = taken.has(token) ? taken.get(token) : 0n
    taken.set(token, worst === undefined || before === undefined ? undefined : before + worst)
  }
  // An unknown balance may be all within the reach of the signature, and what an empty one gets next is.
  return [...taken].some(
    ([token, sum]) =>
      sum === undefined ||
      2n * sum >= BigInt(tokenAt(place.tokens, token as Address)?.balance ?? 0),
  )
}

/**
 * The doubts about a signature that lets addresses without a name have an item, or at least half of what the account
 * holds of a token: by an allowance, for which no limit needs to be missing, or by a transfer that leaves at once, for
 * which a shipped name is none: such a contract may give it to whoever asks. Orders
 * state what comes back, and allowances without limit are doubted already, but for those within calls that the facts
 * on the token show to be some.
 */
export const unnamedDoubts = (
  reading: SignatureReading,
  place: Pick<Place, 'from' | 'tokens'>,
  { isOwn, isSpender }: Pick<KnownNames, 'isOwn' | 'isSpender'>,
): Doubt[] => {
  if (!place.tokens || reading.kind === 'unread' || reading.deed === 'trade') return []
  const within = mayLeave(reading, place.tokens)
  const isLimitless = within.some(isOfAll)
  const isKnown = isLimitless || reading.doubts.includes('unlimited permit')
  const open = [...reading.deals.flatMap(({ leaves }) => leaves), ...within].filter(
    ({ to, amount, how }) => amount !== 0n && !(to && (how === 'moves' ? isOwn : isSpender)(to)),
  )
  const does = (what: Leaving['how']) => open.some(({ how }) => how === what)
  const found = isMost(open, place)
  return [
    ...(isLimitless && !reading.doubts.includes('unlimited permit')
      ? (['unlimited permit'] as const)
      : []),
    ...(found && !isKnown && does('spends') ? (['unnamed permit'] as const) : []),
    ...(found && does('moves') ? (['unnamed payment'] as const) : []),
  ]
}
