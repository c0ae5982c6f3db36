import { numberToHex, type Address, type Hex } from 'viem'
import { deadlineAt, lockedCalls } from '../batch/batchTransaction'
import type { Call, Fees } from '../db'
import type { Change, Held, Lock } from '../db/outcome'
import { executor } from '../delegate/executor'
import { leastOf, noCost } from '../lock/least'
import { locksOf } from '../lock/locks'
import { withDeadline } from '../sponsor/callData'
import type { PaymasterService } from '../sponsor/capability'
import { offerOf, type SponsorRequest } from '../sponsor/offer'
import { operationHash } from '../sponsor/operation'
import { routerFor } from '../lock/routerFor'
import { operationOf } from '../sponsor/terms'
import type { Unsponsored } from '../rpc/unsponsored'
import { max } from '../values/bigint'
import { withCharge } from './charged'
import type { Plan } from './plan'
import type { Pricing } from './pricing'
import type { Quote, SimulatedPlan, Sponsor } from './quote'

/** Gas for the call that keeps a deadline alone, where nothing else is locked: its first touch of the router included. */
const gasOfCheck = 60_000n

/**
 * Returns the locks of a batch as they are estimated: as long as those that are signed, and biting at nothing. What the
 * paymaster takes before the calls is not known yet, and the floors that are signed allow for it.
 */
const loose = (lock: Lock, from: Address, changes: readonly Change[]): Call[] => {
  // The exact form compares around the calls alone.
  if (lock.isExact) return locksOf(lock, from, changes, noCost)
  const held = lock.holds.filter((one) => leastOf(lock, one, changes, noCost) > 0n)
  const holds = held.map(({ asset }): Held => ({ asset, had: '0x1' }))
  return locksOf({ ...lock, holds }, from, [], noCost)
}

type Sponsored = SimulatedPlan & { sponsor: Sponsor; fees: Fees }

/**
 * Asks the service that a site named to pay for a simulated batch, and adds what it takes of the account for that.
 * Returns why it does not, if so.
 */
export const sponsoredBy = async (
  paymaster: PaymasterService,
  plan: Plan,
  foreseen: SimulatedPlan,
  {
    fees: wanted,
    pricing,
    counts,
  }: { fees: Fees; pricing: Pricing; counts?: SponsorRequest['counts'] },
): Promise<Sponsored | { why: Unsponsored }> => {
  const { chainId, from, calls, upgrade } = plan
  const router = routerFor(chainId)
  if (!router) return { why: 'network' }
  const { lock, changes } = foreseen
  const locks = withDeadline(lock && loose(lock, from, changes), router, from)
  const asked = { chainId, from, calls, locks, upgrade, fees: wanted, counts }
  const found = await offerOf(paymaster, asked)
  if ('failed' in found) return { why: found.failed }
  const { fees, terms } = found.value
  // Never the bundler's estimate alone: too little gas would have the calls fail at the sponsor's cost.
  const own = BigInt(foreseen.gas[0] ?? 0) + (lock ? 0n : gasOfCheck)
  const callGasLimit: Hex = numberToHex(max(own, BigInt(terms.callGasLimit)))
  const sponsor = { ...terms, callGasLimit }
  const deadline = deadlineAt(Date.now())
  const batch = { from, calls: [...calls], locks, fees, sponsor }
  const operation = operationOf(batch, { nonce: 0n, upgrade, deadline })
  const hash = operationHash(chainId, operation, executor)
  const { charges, isCalledAfter, ...seen } = await withCharge(
    { ...plan, calls: lockedCalls(batch, deadline) },
    operation,
    hash,
    pricing,
    foreseen,
    terms.isFinal,
  )
  const { url, optional: isOptional } = paymaster
  const taken = charges ? { charges } : {}
  return {
    ...seen,
    gas: [callGasLimit],
    fees,
    sponsor: {
      url,
      isOptional,
      ...taken,
      ...(isCalledAfter ? { isCalledAfter } : {}),
      // The page of the batch says it, too.
      terms: { ...sponsor, ...taken },
    },
  }
}

/** Part of a quote about it: nothing of the gas is the user's to pay. */
export const pricedFor = ({ fees }: Pick<Sponsored, 'fees'>, spends: Hex, balance: Hex) =>
  ({
    fees,
    ceiling: '0x0',
    l1Fee: '0x0',
    isShort: BigInt(balance) < BigInt(spends),
  }) satisfies Partial<Quote>
