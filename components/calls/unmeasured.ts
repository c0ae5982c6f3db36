import type { Quote } from '@/lib/simulate/quote'
import { sameAddress } from '@/lib/values/address'
import { outflowsOf, rightsOf, type Move, type Outflow, type ReadCall } from './outflowsOf'
import { isLargeOutflow } from './allowance'
import type { Place } from './place'

/** Effects that calls name and the simulation did not measure. */
export type Unmeasured = { outflows: Outflow[]; rights: ReturnType<typeof rightsOf> }

/** Tells if an allowance has no limit. */
export const isWithoutLimit = ({ kind, isUnlimited }: Outflow): boolean =>
  isUnlimited || kind === 'allowAll'

/** Tells if an allowance has no limit, or one that no balance reaches: these stand first. */
export const isAboveAll = (outflow: Outflow, place: Pick<Place, 'tokens'>): boolean =>
  isWithoutLimit(outflow) || isLargeOutflow(outflow, place)

/** Tells if effects of calls belong above what moves: a right, or an allowance of all there is. */
export const areDangerous = (
  { outflows, rights }: Unmeasured,
  place: Pick<Place, 'tokens'>,
): boolean => rights.length > 0 || outflows.some((one) => isAboveAll(one, place))

/**
 * Returns what calls say of assets and allowances that could not be read, so that no line is lost: nothing where all
 * was read. An allowance that was read has its own line.
 */
export const unmeasuredOf = (
  calls: readonly ReadCall[],
  { unchecked, changes, allowances }: Pick<Quote, 'unchecked' | 'changes' | 'allowances'>,
  place: Place,
): Unmeasured => {
  const areGrantsLeft = unchecked.includes('allowances') || changes.length === 0
  const isRead = (token: Move['token'], to: Move['to']) =>
    allowances.some(
      (one) => token && to && sameAddress(one.token, token) && sameAddress(one.spender, to),
    )
  const isChanged = ({ token }: Move) =>
    changes.some(({ asset }) =>
      asset.standard === 'native'
        ? token === null
        : token !== null && sameAddress(asset.address, token),
    )
  const isMeant = (move: Move): boolean =>
    move.kind === 'send'
      ? unchecked.includes('changes') && !isChanged(move)
      : areGrantsLeft && !isRead(move.token, move.to)
  return unchecked.includes('changes') || unchecked.includes('allowances')
    ? {
        outflows: outflowsOf(calls, place, isMeant).toSorted(
          (one, other) => Number(isAboveAll(other, place)) - Number(isAboveAll(one, place)),
        ),
        rights: rightsOf(calls, place.from).filter(({ keeper, holder }) => !isRead(keeper, holder)),
      }
    : { outflows: [], rights: [] }
}
