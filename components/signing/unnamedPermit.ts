import type { Address } from 'viem'
import type { Doubt } from '@/lib/approvals/danger'
import { isVast } from '@/lib/decode/signatures/doubts'
import type { Leaving, SignatureReading } from '@/lib/decode/signatures/signatureReading'
import type { Place } from '../calls/place'
import { tokenAt } from '../calls/tokenFacts'
import { atWorst } from './atWorst'
import { mayLeave } from './callLeavings'

const isOfAll = ({ how, asset, amount }: Leaving): boolean =>
  how === 'spends' && asset.kind === 'token' && amount !== null && isVast(amount)

/**
 * The doubt about a signed allowance that lets addresses without a name take at least half of what the account holds
 * of a token: no limit needs to be missing for that. Orders state what comes back, and allowances without limit
 * are doubted already, but for those within calls that the facts on the token show to be some.
 */
export const unnamedPermit = (
  reading: SignatureReading,
  place: Pick<Place, 'from' | 'tokens'>,
  isNamed: (address: Address) => boolean,
): Doubt[] => {
  if (!place.tokens || reading.kind === 'unread' || reading.deed === 'trade') return []
  if (reading.doubts.includes('unlimited permit')) return []
  const within = mayLeave(reading, place.tokens)
  if (within.some(isOfAll)) return ['unlimited permit']
  const open = [...reading.deals.flatMap(({ leaves }) => leaves), ...within].filter(
    ({ how, to }) => how === 'spends' && !(to && isNamed(to)),
  )
  // Of an item there is no half.
  if (open.some(({ asset, amount }) => asset.kind === 'item' && amount !== 0n))
    return ['unnamed permit']
  const taken = new Map<string, bigint | undefined>()
  for (const one of open) {
    if (one.asset.kind !== 'token' || one.amount === 0n) continue
    const token = one.asset.address.toLowerCase()
    const worst = atWorst(one, place)
    const before = taken.has(token) ? taken.get(token) : 0n
    taken.set(token, worst === undefined || before === undefined ? undefined : before + worst)
  }
  // An unknown balance may be all within the reach of the permit, and what an empty one gets next is.
  const isMost = [...taken].some(
    ([token, sum]) =>
      sum === undefined ||
      2n * sum >= BigInt(tokenAt(place.tokens, token as Address)?.balance ?? 0),
  )
  return isMost ? ['unnamed permit'] : []
}
