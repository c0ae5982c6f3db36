import { numberToHex, type Address } from 'viem'
import { unminedAhead } from '../batch/lane'
import { totalValue, driven, type BatchRequest } from '../batch/batchRequest'
import { fitsOneTransaction } from '../batch/size'
import { journal, type Mode } from '../db'
import { readAccountCode, knownAccountCode, type AccountCode } from '../delegate/account'
import { encodeOnce } from '../delegate/encodeOnce'
import { feesOf, type FeeChoice } from '../network/feeOffer'
import { offerFees } from '../network/fees'
import { gasCapOf } from '../network/gasCap'
import { isOnDevice } from '../devices/isOnDevice'
import { confirmChain } from '../network/genesis'
import { lacksPending } from '../network/node'
import { rpcError } from '../rpc/errors'
import { earlyCounts } from '../sponsor/offer'
import { canSponsor, fitsAccount, knownSponsoring } from '../sponsor/sponsorSupport'
import { unsponsoredText, type Unsponsored } from '../rpc/unsponsored'
import { sameAddress } from '../values/address'
import { unminedCallsOf, valueAhead } from './unminedBatches'
import { type UnminedCalls, type Plan, planOf } from './plan'
import type { LockChoice } from '../lock/choice'
import { simulateLocked } from '../lock/lockPlan'
import { asBatch } from '../lock/single'
import type { SimulatedPlan, Quote } from './quote'
import { partiesAhead } from './knownParties'
import { estimateL1Fee } from './l1Fee'
import { pricingOf, type Pricing } from './pricing'
import { pricedFor, sponsoredBy } from './quoteSponsored'
import { priceAt } from './price'
import { simulateRevocation } from './revocation'
import { readSurroundings } from './surroundings'

/** Parts of a quote that depend on the account's kind and on the mode. */
type Course = {
  account: AccountCode
  modes: Mode[]
  plan: Plan
  foreseen: SimulatedPlan
  l1Fee: bigint
}

const courseOf = async (
  batch: BatchRequest,
  account: AccountCode,
  ahead: readonly UnminedCalls[],
  wanted: Mode | undefined,
  pricing: Promise<Pricing>,
  lock: LockChoice | undefined,
): Promise<Course> => {
  const { modes, plan } = await planOf(batch, account, ahead, wanted)
  const isBatch = wanted === 'atomic'
  const single = batch.revokes ? undefined : await asBatch(plan, account, lock, isBatch)
  const locked =
    single && (await courseIn(batch, account, { modes: ['atomic'], plan: single }, pricing, lock))
  return locked && (isBatch || locked.foreseen.lock)
    ? locked
    : courseIn(batch, account, { modes, plan }, pricing, lock)
}

const courseIn = async (
  batch: BatchRequest,
  account: AccountCode,
  { modes, plan }: Pick<Course, 'modes' | 'plan'>,
  pricing: Promise<Pricing>,
  lock: LockChoice | undefined,
): Promise<Course> => {
  const { chainId, calls, delegate } = plan
  const data = delegate ? [encodeOnce(calls, delegate)] : calls.map(({ data }) => data)
  const estimating = estimateL1Fee(chainId, data, plan.upgrade || batch.revokes !== undefined)
  const priced = Promise.all([pricing, estimating]).then(([known, l1Fee]) => ({ ...known, l1Fee }))
  priced.catch(() => undefined)
  const [foreseen, l1FeeAlone] = await Promise.all([
    batch.revokes ? simulateRevocation(chainId, plan.from) : simulateLocked(plan, priced, lock),
    estimating,
  ])
  const l1Fee = foreseen.lock ? BigInt(foreseen.lock.l1Fee) : l1FeeAlone
  return { account, modes, plan, foreseen, l1Fee }
}

/** Starts with the cached account kind; restarts if the node reports another. */
const followCourse = async (
  batch: BatchRequest,
  behind: Promise<readonly UnminedCalls[]>,
  wanted: Mode | undefined,
  pricing: Promise<Pricing>,
  lock: LockChoice | undefined,
): Promise<Course> => {
  const { chainId, from } = batch
  const reading = readAccountCode(chainId, from)
  // Awaited below, once the rows of the wallet are there.
  reading.catch(() => undefined)
  const [known, ahead] = await Promise.all([knownAccountCode(chainId, from), behind])
  const begun = known && courseOf(batch, known, ahead, wanted, pricing, lock)
  // Nobody awaits this promise if the kind has changed: its rejection is ignored.
  begun?.catch(() => undefined)
  const account = await reading
  const isSame = known?.kind === account.kind && known.delegate === account.delegate
  return begun && isSame ? begun : courseOf(batch, account, ahead, wanted, pricing, lock)
}

/**
 * Quotes the outcome and cost of a batch, asked of its node now, after the account's unmined batches; in the
 * best mode unless `wanted` names one, at the fees of `fee`, locked as `lock` says. `again` is the key of a batch that is approved once
 * more. Throws 5700, 5710, 5740 or 5760 (EIP-5792) if it must be atomic and cannot be, 4901 if the node does not answer.
 */
export const quoteBatch = async (
  batch: BatchRequest,
  wanted?: Mode,
  again?: string,
  fee?: FeeChoice,
  lock?: LockChoice,
): Promise<Quote> => {
  const { paymaster, ...own } = batch
  const quoteOwn = async () => (await quoteOf(own, wanted, again, fee, lock)) as Quote
  if (!paymaster) return quoteOwn()
  const { url, optional, isClosed } = paymaster
  // Who refuses the upgrade, or wants the calls in order, has nobody else pay for them.
  if (optional && wanted && wanted !== 'atomic')
    return { ...(await quoteOwn()), unsponsored: { url, why: 'order' } }
  const isLikely = await knownSponsoring(own.chainId, own.from)
  const obstacle = obstacleTo(batch)
  const ask = () => quoteOf(batch, 'atomic', again, undefined, lock, obstacle)
  // Simulated at once only where it will hardly be in vain, as it is again with each block.
  const begun = isLikely ? ask() : undefined
  begun?.catch(() => undefined)
  const found = (await obstacle) ?? (await (begun ?? ask()))
  if (!('why' in found)) return found
  const { why } = found
  // A service that answers to its own sites alone is silent until the user lets the wallet read its host.
  if (!optional && !(why === 'silent' && isClosed))
    throw rpcError('unsupportedCapability', unsponsoredText(why))
  const unsponsored = { url, why, ...(optional ? {} : { isRequired: true as const }) }
  return { ...(await quoteOwn()), unsponsored }
}

/** Returns why nobody else can pay for a batch, whatever their service says. */
const obstacleTo = async ({
  chainId,
  from,
  calls,
}: BatchRequest): Promise<{ why: Unsponsored } | undefined> => {
  const [can, account, onDevice] = await Promise.all([
    canSponsor(chainId),
    readAccountCode(chainId, from),
    isOnDevice(from),
  ])
  if (!can) return { why: 'network' }
  if (!fitsOneTransaction(calls)) return { why: 'size' }
  // A device signs for another executor, and no operations.
  return fitsAccount(account) && !onDevice ? undefined : { why: 'account' }
}

/** `obstacle`: why nobody else can pay, if so; their service learns of nothing before that is known. */
const quoteOf = async (
  batch: BatchRequest,
  wanted: Mode | undefined,
  again: string | undefined,
  fee: FeeChoice | undefined,
  lock: LockChoice | undefined,
  obstacle?: ReturnType<typeof obstacleTo>,
): Promise<Quote | { why: Unsponsored }> => {
  const { chainId, from, calls, paymaster } = batch
  const counts = paymaster && earlyCounts(paymaster, batch)
  const [building, offering] = [readSurroundings(chainId, from), offerFees(chainId)]
  const pricing = Promise.all([offering, building]).then(([offer, { surroundings }]) =>
    pricingOf(offer, surroundings, fee),
  )
  // `building` and `offering` are awaited below: only the rejection of `pricing` itself is ignored here.
  pricing.catch(() => undefined)
  const behind = unminedAhead({ chainId, from, key: again }).then((left) =>
    left.map(unminedCallsOf),
  )
  const following = followCourse(batch, behind, wanted, pricing, lock)
  const comparing = behind.then(() => partiesAhead(calls, batch))
  const [{ block, balance }, ahead, course, offer, accounts, gasCap, parties] = await Promise.all([
    building,
    behind,
    following,
    offering,
    journal.accounts.toArray(),
    gasCapOf(chainId),
    Promise.all([following, comparing]).then(([{ foreseen }, compare]) => compare(foreseen)),
    confirmChain(chainId),
  ])
  const { account, modes, plan, foreseen, l1Fee } = course
  const { mode, delegate, upgrade } = plan
  const { gas } = foreseen
  if (paymaster && gas.some((limit) => Number(limit) > gasCap)) return { why: 'size' }
  if (mode === 'atomic' && gas.some((limit) => Number(limit) > gasCap)) {
    if (batch.atomicRequired)
      throw rpcError('batchTooLarge', `it needs ${Number(gas[0])} gas, at most ${gasCap}`)
    return { ...(await quoteBatch(batch, 'sequence', again, fee, lock)), modes: ['sequence'] }
  }
  const paid =
    paymaster &&
    ((await obstacle) ??
      (await sponsoredBy(paymaster, plan, foreseen, {
        fees: feesOf('fast', offer),
        pricing: await pricing,
        counts,
      })))
  if (paid && 'why' in paid) return paid
  const seen = paid ?? foreseen
  const value = totalValue(calls)
  const others = accounts.map(({ address }) => address)
  const costs = {
    gas: seen.gas,
    balance,
    l1Fee: numberToHex(l1Fee),
    spends: numberToHex(needed(value + valueAhead(ahead), BigInt(balance), foreseen)),
  }
  return {
    account,
    modes,
    mode,
    delegate,
    upgrade,
    ...seen,
    unchecked: lacksPending(chainId) ? [...seen.unchecked, 'pending'] : seen.unchecked,
    ...costs,
    offer,
    block,
    parties,
    ...priceAt(costs, feesOf(fee ?? 'normal', offer)),
    ...(paid ? pricedFor(paid, costs.spends, balance) : {}),
    value: numberToHex(value),
    blocked: blockedBy(batch, account, others),
  }
}

const blockedBy = (
  { calls, revokes }: BatchRequest,
  { delegate }: AccountCode,
  others: readonly Address[],
): Quote['blocked'] => {
  if (revokes && !(delegate && sameAddress(delegate, revokes))) return 'other delegate'
  return driven(calls, others) === undefined ? null : 'own account'
}

/**
 * Returns the wei that a batch takes from the balance, fees left out. A batch that succeeds although it sends
 * more than the balance receives it on the way: only the fees are left to pay.
 */
const needed = (value: bigint, balance: bigint, { verdict }: SimulatedPlan): bigint =>
  value > balance && verdict === 'succeeds' ? 0n : value
