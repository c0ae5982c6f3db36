import { keccak256, type Address, type Hex } from 'viem'
import type { Batch, DeviceSigning } from '../db'
import { runsBatches } from '../delegate/canary'
import { delegateOf, deviceExecutor, executor, executorCodeHash } from '../delegate/executor'
import { isBuiltIn } from '../network/networks'
import { sameAddress } from '../values/address'
import { approvalEnds, approvalHolds, lastStepOf } from './age'
import { changedSince } from './changedSince'
import type { FinalData } from './finalData'
import { assertFrozen } from './freeze'
import type { Event, ReapprovalReason } from '../db/batchEvent'
import type { Difference } from '../db/outcome'
import { checksStill } from '../lock/codes'
import { reset } from './chainReset'
import { stateOf } from './journal'
import { nonceToSign, type AccountRows } from './nonce'
import { waitingBelow } from './nonceGap'
import { rpcError } from '../rpc/errors'
import { signOperation } from './signOperation'
import { fold, type State } from './state'
import { nonceFloor } from './usedNonces'
import { authorizedBy, deadlineAt, signedEvent, transactionOf } from './batchTransaction'
import type { World } from './world'

/** Age in ms of an approval up to which its outcome counts as just seen, and is not simulated again. */
const settled = 5_000

/** Least time in ms that a lock's deadline leaves for a block once a device has signed. */
const leastLeft = 120_000

const ask = (why: ReapprovalReason, changed: Difference[] = []): Event[] => [
  { type: 'asked', why, ...(changed.length > 0 ? { changed } : {}) },
]

/**
 * The rows of a batch, as its next transaction is signed: `age` in ms and `type` of its last event; `known`: those of
 * its account, where they were read before.
 */
type Before = {
  age: number
  type: Event['type'] | undefined
  asked: DeviceSigning | undefined
  behind: State['behind']
  known?: AccountRows
}

/**
 * Signs the next transaction of a batch from its stored row and returns its event; none while the wallet is locked, or
 * until a device has signed it. Stores before that what the transaction will wait for, if it is news. Returns `asked` if
 * the approval is over 10 minutes old, the account's delegate or what checks its locks changed, or the outcome is now
 * materially worse than the accepted one; `stopped` after a day, on a reset chain, or if the delegate to revoke is gone.
 * Throws if the row does not match its hash, or if the node is silent. RPC reads run in parallel.
 */
export const signNext = async (
  world: World,
  batch: Batch,
  index: number,
  wasReset: () => Promise<boolean>,
  finalOf: FinalData = () => undefined,
): Promise<Event[]> => {
  const [lastStep, asked, { behind }] = await Promise.all([
    lastStepOf(batch, world.now()),
    world.asked?.(batch.key),
    stateOf(batch.key),
  ])
  return signKnowing(world, batch, index, { ...lastStep, asked, behind }, wasReset, finalOf)
}

/**
 * Signs the first transaction of a batch that is being approved and is not stored yet, with a key of the vault; `known`
 * are the rows of its account. Returns its event, and before it what it will wait for; none where anything is to
 * be said before it is signed. Throws if the node is silent.
 */
export const signFirst = async (
  world: World,
  batch: Batch,
  known: AccountRows,
  wasReset: () => Promise<boolean>,
): Promise<Event[]> => {
  const told: Event[] = []
  const append = (_key: string, events: readonly Event[]) => {
    told.push(...events)
    return Promise.resolve(fold(told))
  }
  const before: Before = {
    age: 0,
    type: 'approved',
    asked: undefined,
    behind: undefined,
    known,
  }
  const events = await signKnowing({ ...world, append }, batch, 0, before, wasReset)
  return events.some(({ type }) => type === 'signed') ? [...told, ...events] : []
}

const signKnowing = async (
  world: World,
  batch: Batch,
  index: number,
  { age, type, asked, behind, known }: Before,
  wasReset: () => Promise<boolean>,
  finalOf: FinalData = () => undefined,
): Promise<Event[]> => {
  if (age > approvalEnds) return [{ type: 'stopped', reason: 'expired' }]
  assertFrozen(batch)
  if (age > approvalHolds) return (await wasReset()) ? reset : ask('age')
  // Nothing else is built while a device has it: the bytes stay as they were asked for.
  if (asked && !asked.signature) return []
  const { revokes } = batch
  // Of calls in order each later one is looked at, unless the user has just seen what is left.
  const isSeen = age <= settled && (index === 0 || type === 'confirmed')
  // A batch that somebody else pays for is looked at with the data that it is sent with.
  const isLate = !isSeen && !revokes && !batch.sponsor
  const [isReset, delegate, isSafe, isChecked, nonceNow] = await Promise.all([
    wasReset(),
    batch.mode === 'atomic' || revokes ? delegateNow(world, batch) : null,
    batch.upgrade ? hasExecutor(world, batch) : true,
    checksStill(world.request, batch),
    // The nonce may be used during a simulation, so it is read afterwards.
    isLate || batch.sponsor ? undefined : nonceToSign(world, batch, known),
  ])
  if (isReset) return reset
  if (revokes && !(delegate && sameAddress(delegate, revokes)))
    return [{ type: 'stopped', reason: 'delegate' }]
  const upgrade = batch.upgrade && canReplace(batch, delegate)
  if (batch.mode === 'atomic' && !((isSafe || !upgrade) && fits(batch, delegate)))
    return ask('delegate')
  if (!isChecked) return ask('checker')
  const changed = isLate ? await changedNow(world, batch, index) : []
  if (changed.length > 0) return ask('worse', changed)
  if (batch.sponsor) return signOperation(world, batch, index, upgrade, finalOf)
  const { nonce, count } = nonceNow ?? (await nonceToSign(world, batch))
  if (batch.nonce !== undefined && (await isUsed(batch, count)))
    return [{ type: 'stopped', reason: 'used' }]
  // A device's user may take long, and a lock without time left only costs a fee.
  if (asked?.deadline !== undefined && asked.deadline * 1000 - world.now() < leastLeft)
    return ask('age')
  const authorize = upgrade || revokes ? authorizedBy(batch) : null
  const deadline = batch.locks ? { deadline: asked?.deadline ?? deadlineAt(world.now()) } : {}
  const waiting =
    batch.nonce === undefined ? await waitingBelow(batch, { nonce, count, known: behind }) : []
  // The user may stand at a device for minutes: the page says before what the transaction will wait for.
  if (waiting.length > 0) await world.append(batch.key, waiting, world.now())
  const raw = await world.sign(batch.from, {
    transaction: transactionOf(batch, index, nonce, deadline),
    ...(authorize ? { authorize } : {}),
    about: { key: batch.key, kind: 'next', ...deadline },
  })
  const about = { index, kind: 'call', nonce, upgrade: authorize !== null, ...deadline } as const
  return raw ? [signedEvent(raw, about)] : []
}

/** True if the nonce that a batch is to fill was used meanwhile. Throws if the node does not tell. */
const isUsed = async (batch: Batch, count: number | undefined): Promise<boolean> => {
  if (count === undefined) throw rpcError('chainDisconnected', 'it does not tell the nonce')
  return Math.max(count, await nonceFloor(batch)) > (batch.nonce ?? 0)
}

/** Returns what is worse now than what the user accepted; nothing is simulated if nothing was accepted. */
const changedNow = async (world: World, batch: Batch, index: number): Promise<Difference[]> =>
  batch.expected === undefined ? [] : changedSince(batch, index, await world.simulate(batch, index))

/** Reads the account's delegate at `pending`; null for a plain account, undefined for one with other code. */
const delegateNow = async (world: World, { chainId, from }: Batch) => {
  const code = (await world.request(chainId, 'eth_getCode', [from, 'pending'])) as Hex
  return code === '0x' ? null : (delegateOf(code) ?? undefined)
}

/**
 * True if the chain has the executor's exact code, or if that for which devices sign still runs batches; an upgrade to
 * any other code is never signed.
 */
const hasExecutor = async (world: World, batch: Batch): Promise<boolean> => {
  const { chainId, from, delegate } = batch
  if (delegate && sameAddress(delegate, deviceExecutor)) {
    const trial = { chainId, account: from, delegate, isNew: true }
    return isBuiltIn(chainId) && runsBatches(trial, world.request)
  }
  return (
    keccak256((await world.request(chainId, 'eth_getCode', [executor, 'latest'])) as Hex) ===
    executorCodeHash
  )
}

/** True if the account is plain, or has the delegate that the user agreed to replace. */
const canReplace = ({ replaces }: Batch, now: Address | null | undefined): boolean =>
  now === null || (now !== undefined && replaces !== undefined && sameAddress(now, replaces))

/** True if the account has the approved executor, or the approved upgrade can install it. */
const fits = (batch: Batch, now: Address | null | undefined): boolean =>
  (batch.upgrade && canReplace(batch, now)) ||
  (!!now && batch.delegate !== null && sameAddress(now, batch.delegate))
