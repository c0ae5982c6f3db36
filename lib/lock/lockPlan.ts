import { getAddress, numberToHex, type Hex } from 'viem'
import { fitsOneTransaction } from '../batch/size'
import type { Call } from '../db'
import type { Change, Checker, Held, Lock, OpenReason, Reset } from '../db/outcome'
import { readOnce } from '../decode/readOnce'
import { encodeOnce } from '../delegate/encodeOnce'
import { gasCapOf } from '../network/gasCap'
import { estimateL1Fee } from '../simulate/l1Fee'
import { allowanceKey, assetKey } from '../simulate/material'
import type { Plan } from '../simulate/plan'
import type { Pricing } from '../simulate/pricing'
import type { SimulatedPlan } from '../simulate/quote'
import { simulatePlan } from '../simulate/simulatePlan'
import { bites, itemBites, keepsTime } from './lockCanary'
import type { LockChoice } from './choice'
import { lockedUntil } from './check'
import { codeOf } from './codes'
import { fixedBy, type Reader } from './fixed'
import { hooksBite, inexactBy } from './hookCanary'
import { enforcers, openingsOf } from './hooks'
import { leftoversOf } from './leftovers'
import { noCost } from './least'
import { locksOf } from './locks'
import { heldItemsOf } from './heldItems'
import { othersOf, shownTo } from './others'
import { routerFor } from './routerFor'

/**
 * How far ahead the deadline of a simulation lies, and for how long it stays the same, in seconds: less ahead than the
 * one that is signed, so that a chain whose clock is far off is found out.
 */
const [ahead, stays] = [480, 240]

const deadlineNow = (): number => Math.floor(Date.now() / 1000 / stays) * stays + ahead

/** Returns the assets of a simulated batch whose balance was read, as a lock would hold them. */
const holdsIn = ({ calls, from }: Plan, seen: SimulatedPlan, read: Reader): Held[] => {
  const { wei, changes, tokens } = seen
  const held = (asset: Held['asset'], had: Held['had'], change?: Change): Held => {
    const fixed = change && fixedBy(change, { calls, from, read })
    return { asset, had, ...(fixed === undefined ? {} : { fixed: numberToHex(fixed) }) }
  }
  const moved = changes.flatMap((change): Held[] => {
    const { asset } = change
    if (asset.standard !== 'ERC20') return []
    const had = tokens[getAddress(asset.address)]?.balance
    return had === undefined ? [] : [held(asset, had, change)]
  })
  const coin = changes.find(({ asset }) => asset.standard === 'native')
  return [...(wei === undefined ? [] : [held({ standard: 'native' }, wei, coin)]), ...moved]
}

/** Balances that a lock would hold: what moves, what else the user watches, and how much of that is left out. */
type Holds = { own: Held[]; others: Held[]; left: number }

type Shown = ReturnType<typeof shownTo>

/** Reads what the account's page shows while its calls are simulated. */
const readShown = ({ chainId, from }: Plan): Shown => {
  const shown = shownTo(chainId, from)
  // Nobody awaits it where nothing is to be held.
  shown.catch(() => undefined)
  return shown
}

const allHolds = async (
  plan: Plan,
  seen: SimulatedPlan,
  [gas = '0x0']: readonly Hex[],
  read: Reader,
  shown: Shown,
  isExact = false,
): Promise<Holds> => {
  const own = [...holdsIn(plan, seen, read), ...(await heldItemsOf(plan, seen))]
  const moved = new Set([...keysOf(own), ...seen.changes.map((change) => assetKey(change))])
  const isKnown = (held: Pick<Held, 'asset'>) => moved.has(assetKey(held))
  return { own, ...(await othersOf(plan, gas, isKnown, isExact, shown)) }
}

/** Returns a part of what a lock would hold, by its keys, and how many of the user's tokens are then left out. */
const partOf = ({ own, others, left }: Holds, keys: readonly string[]) => {
  const isKept = (held: Held) => keys.includes(assetKey(held))
  const kept = others.filter(isKept)
  return { holds: [...own.filter(isKept), ...kept], left: left + others.length - kept.length }
}

/** Returns the enforcers that there are, with their code. */
const enforcersOn = async (chainId: number): Promise<Checker[]> => {
  const found = await Promise.all(
    Object.values(enforcers).map(async (address) => ({
      address,
      code: await codeOf(chainId, address),
    })),
  )
  return found.flatMap(({ address, code }) => (code === null ? [] : [{ address, code }]))
}

/** Returns the lock that can hold what was seen, each of its tokens tried before; else why there is none. */
const lockFor = async (
  { chainId, from }: Plan,
  holds: readonly Held[],
  isExact = false,
): Promise<Lock | OpenReason> => {
  const router = routerFor(chainId)
  if (!router) return 'network'
  const code = await codeOf(chainId, router)
  const place = { chainId, router, account: from }
  if (code === null || !(await keepsTime({ ...place, code }))) return 'network'
  const tried = await Promise.all(
    holds.map(async (held): Promise<Held[]> => {
      const { asset } = held
      if (asset.standard === 'native') return [held]
      const isHeld =
        asset.standard === 'ERC721' || asset.standard === 'ERC1155'
          ? await itemBites(chainId, from, asset, BigInt(held.had))
          : isExact && asset.standard === 'ERC20'
            ? await hooksBite(chainId, from, asset.address)
            : await bites({ ...place, code, token: asset.address })
      return isHeld ? [held] : []
    }),
  )
  const checkers = [{ address: router, code }, ...(isExact ? await enforcersOn(chainId) : [])]
  const lock = { router, checkers, holds: tried.flat(), l1Fee: '0x0' as const, left: 0 }
  return isExact ? { ...lock, isExact } : lock
}

/**
 * A lock, the changes that its amounts are made of, the gas limit of the batch without it, the keys of the
 * allowances that the batch leaves though it is locked, and of tokens whose balance fell between two looks.
 */
type Drawn = { lock: Lock; changes: readonly Change[]; gas: Hex[]; stays: string[]; fell: string[] }

const openLock = async (
  plan: Plan,
  alone: SimulatedPlan,
  read: Reader,
  { tolerance, keeps, isExact }: LockChoice,
  last: Drawn | undefined,
  shown: Shown,
): Promise<{ lock: Lock; fell: string[] } | OpenReason> => {
  // Nothing is asked of the node for a lock that cannot be.
  if (!routerFor(plan.chainId)) return 'network'
  const inexact = isExact ? await inexactBy(plan) : undefined
  const isComparing = isExact && !inexact
  const [found, resets] = await Promise.all([
    allHolds(plan, alone, alone.gas, read, shown, isComparing),
    keeps ? [] : leftoversOf(plan, alone, read).catch(() => []),
  ])
  const fell = [...(last?.fell ?? []), ...fallen(found.others, last?.lock.holds ?? [])]
  const others = found.others.filter((held) => !fell.includes(assetKey(held)))
  const lock = await lockFor(plan, [...found.own, ...others], isComparing)
  if (typeof lock === 'string') return lock
  const whole = {
    ...lock,
    ...(inexact ? { inexact } : {}),
    ...partOf(found, keysOf(lock.holds)),
    ...(resets.length === 0 ? {} : { resets }),
    ...(tolerance === undefined ? {} : { tolerance }),
  }
  return { lock: whole, fell }
}

/** Returns the keys of tokens of which there was more at the last look: they would stop the batch once they fall again. */
const fallen = (now: readonly Held[], last: readonly Held[]): string[] =>
  keysOf(
    now.filter((held) =>
      last.some((one) => assetKey(one) === assetKey(held) && BigInt(one.had) > BigInt(held.had)),
    ),
  )

/** Returns the keys of the allowances of which something is left. */
const leftIn = ({ allowances }: Pick<SimulatedPlan, 'allowances'>): string[] =>
  allowances.flatMap((one) => (one.left === '0x0' ? [] : [allowanceKey(one)]))

/** Returns the keys that an allowance which is taken back may have: a collection is of one standard or the other. */
const keysOfReset = ({ standard, token, spender }: Reset): string[] =>
  (standard === 'collection' ? (['ERC721', 'ERC1155'] as const) : [standard]).map((one) =>
    allowanceKey({ standard: one, token, spender, before: '0x0', left: '0x0' }),
  )

const drawnFrom = (
  { changes, gas, ...alone }: SimulatedPlan,
  lock: Lock,
  fell: string[],
): Drawn => {
  const resets = lock.resets?.flatMap(keysOfReset)
  return { lock, changes, gas, fell, stays: leftIn(alone).filter((key) => !resets?.includes(key)) }
}

const keysOf = (holds: readonly Held[]): string[] => holds.map((held) => assetKey(held))

/**
 * Gas that a lock with a payment adds at most: the payment, the router's own work, a first read of each token, and the
 * resets. An exact one pays nothing, and leaves no fees out of what it holds.
 */
const gasOfLock = ({ holds, resets = [] }: Lock): bigint =>
  100_000n + 60_000n * BigInt(holds.length + resets.length)

/** Returns the calls of a lock as they are simulated: the coin is paid even where fees leave nothing to hold. */
const rehearsed = async (
  { from, caller }: Plan,
  pricing: Promise<Pricing>,
  { lock, changes, gas }: Drawn,
): Promise<Call[]> => {
  // Where somebody else pays for gas, the coin's floor leaves nothing for it.
  const { fees } = caller ? noCost : await pricing
  const limit = numberToHex(BigInt(gas[0] ?? 0) + gasOfLock(lock))
  const locks = lockedUntil(locksOf(lock, from, changes, { gas: [limit], fees }), deadlineNow())
  const isCoin = !lock.isExact && lock.holds.some(({ asset }) => asset.standard === 'native')
  const isPaid = locks.some(({ value }) => value !== '0x0')
  // Where no fee comes off, what is simulated is paid; an account may have nothing.
  if (!isCoin || isPaid || caller) return locks
  // The call that only reads comes last.
  return [...locks.slice(0, -1), { to: from, value: '0x1', data: '0x' }, ...locks.slice(-1)]
}

/** Simulates a batch with its locks: the very transaction. Undefined unless it succeeds; `size` if it does not fit into one. */
const tryLocked = async (
  plan: Plan,
  pricing: Promise<Pricing>,
  now: Drawn,
  read: Reader,
): Promise<SimulatedPlan | 'size' | undefined> => {
  const { chainId, delegate, upgrade, caller } = plan
  const locks = await rehearsed(plan, pricing, now)
  const openings = openingsOf(locks)
  const calls = [...openings, ...plan.calls, ...locks]
  if (!fitsOneTransaction(calls, delegate ?? undefined)) return 'size'
  const own = { before: openings.length, behind: locks.length }
  const shown = readShown(plan)
  const [seen, l1Fee, cap] = await Promise.all([
    simulatePlan({ ...plan, calls, own }, pricing),
    caller ? 0n : estimateL1Fee(chainId, [encodeOnce(calls, delegate)], upgrade),
    gasCapOf(chainId),
  ])
  if (seen.verdict !== 'succeeds' || seen.gas.some((limit) => Number(limit) > cap)) return undefined
  const found = await allHolds(plan, seen, now.gas, read, shown, now.lock.isExact)
  const part = partOf(found, keysOf(now.lock.holds))
  const lock = { ...now.lock, ...part, l1Fee: numberToHex(l1Fee) }
  const ofSite = seen.calls.slice(own.before, own.before + plan.calls.length)
  return { ...seen, calls: ofSite, lock }
}

/** True if all that a lock holds is still checked, in the form that it has: code may have changed since. */
const holdsStill = async (
  plan: Plan,
  { lock }: Drawn,
  { isExact }: LockChoice,
): Promise<boolean> => {
  if (isExact && (await inexactBy(plan)) !== lock.inexact) return false
  const now = await lockFor(plan, lock.holds, lock.isExact).catch(() => 'network' as const)
  return typeof now === 'object' && now.holds.length === lock.holds.length
}

/** True if no allowance is left but those that were to stay: a reset that does nothing, or gives, is none. */
const leavesAsDrawn = (seen: SimulatedPlan, { stays }: Drawn): boolean =>
  leftIn(seen).every((key) => stays.includes(key))

/** True if a lock holds all tokens that moved. */
const holdsAll = ({ changes }: SimulatedPlan, { holds }: Lock): boolean => {
  const held = keysOf(holds)
  return changes.every(
    (change) => change.asset.standard !== 'ERC20' || held.includes(assetKey(change)),
  )
}

/** The locks of the last quotes, so that the next quote of a batch is simulated once; the most that are kept. */
const drawn = new Map<string, Drawn>()
const most = 8

const keep = (key: string, now: Drawn): void => {
  drawn.delete(key)
  drawn.set(key, now)
  const [oldest] = drawn.keys()
  if (drawn.size > most && oldest) drawn.delete(oldest)
}

/**
 * Simulates a batch, with the conditions that hold it to what is shown where they can be had and as the user wants
 * them: a lock that cannot be exact is the usual one and says why in `inexact`. An outcome without `lock` says why in
 * `open`; a single call has neither.
 */
export const simulateLocked = async (
  plan: Plan,
  pricing: Promise<Pricing>,
  choice: LockChoice = {},
): Promise<SimulatedPlan> => {
  if (plan.mode !== 'atomic') {
    const seen = await simulatePlan(plan, pricing)
    if (plan.mode === 'sequence') return { ...seen, open: 'order' }
    return choice.isOff ? { ...seen, open: 'off' } : seen
  }
  if (choice.isOff) return { ...(await simulatePlan(plan, pricing)), open: 'off' }
  const seen = await lockedAs(plan, pricing, choice)
  if (!choice.isExact || (seen.open !== 'fails' && seen.open !== 'size')) return seen
  const { isExact: _, ...usual } = choice
  const other = await lockedAs(plan, pricing, usual)
  return other.lock ? { ...other, lock: { ...other.lock, inexact: 'fails' } } : other
}

/** Simulates an atomic batch with the lock of a choice; an outcome without one says why in `open`. */
const lockedAs = async (
  plan: Plan,
  pricing: Promise<Pricing>,
  choice: LockChoice,
): Promise<SimulatedPlan> => {
  const { from, chainId } = plan
  const read: Reader = (call) => readOnce(call, from, chainId)
  const key = JSON.stringify([plan, choice])
  const last = drawn.get(key)
  const again =
    last && (await holdsStill(plan, last, choice)) && (await tryLocked(plan, pricing, last, read))
  const isSeen = again && again !== 'size'
  if (isSeen && holdsAll(again, last.lock) && leavesAsDrawn(again, last)) return again
  const shown = readShown(plan)
  const alone = await simulatePlan(plan, pricing)
  if (alone.verdict !== 'succeeds') return { ...alone, open: 'unseen' }
  // Without an answer nothing is locked, and the batch goes as it is.
  const begun = await openLock(plan, alone, read, choice, last, shown).catch(
    () => 'network' as const,
  )
  if (typeof begun === 'string') return { ...alone, open: begun }
  if (begun.lock.holds.length === 0) return { ...alone, open: 'unseen' }
  const found = await lockedBy(plan, pricing, begun, alone, read)
  if (typeof found === 'string') return { ...alone, open: found }
  keep(key, found.now)
  return found.seen
}

/** Returns a lock without the checks of items, which run code of their own. */
const withoutItems = ({ holds, ...lock }: Lock): Lock => ({
  ...lock,
  holds: holds.filter(({ asset }) => asset.standard !== 'ERC721' && asset.standard !== 'ERC1155'),
})

/**
 * Simulates a batch with a lock; where it fails or leaves something else, without the checks of items, then with those
 * resets alone that work, then without any. Returns why if there is none: it fails, or does not fit into one
 * transaction.
 */
const lockedBy = async (
  plan: Plan,
  pricing: Promise<Pricing>,
  { lock, fell }: Pick<Drawn, 'lock' | 'fell'>,
  alone: SimulatedPlan,
  read: Reader,
): Promise<{ seen: SimulatedPlan; now: Drawn } | 'size' | 'fails'> => {
  const { resets = [], ...kept } = lock
  const bare = withoutItems(lock)
  const none: { why: 'size' | 'fails' } = { why: 'size' }
  const tryOne = async (one: Lock): Promise<{ seen: SimulatedPlan; now: Drawn } | undefined> => {
    const now = drawnFrom(alone, one, fell)
    const seen = await tryLocked(plan, pricing, now, read)
    if (seen === 'size') return undefined
    none.why = 'fails'
    return seen && (!one.resets || leavesAsDrawn(seen, now)) ? { seen, now } : undefined
  }
  /** A token of the shop's own, which feigns an allowance, must not stand in the way of the others' resets. */
  const tryWorking = async () => {
    const working: Reset[] = []
    for (const reset of resets)
      if (await tryOne({ ...withoutItems(kept), resets: [reset] })) working.push(reset)
    return working.length > 0 ? tryOne({ ...withoutItems(kept), resets: working }) : undefined
  }
  const found =
    (await tryOne(lock)) ??
    (bare.holds.length < lock.holds.length ? await tryOne(bare) : undefined) ??
    (resets.length > 1 ? await tryWorking() : undefined) ??
    (resets.length > 0 ? await tryOne(withoutItems(kept)) : undefined)
  return found ?? none.why
}
