import { keccak256, type Address, type Hex } from 'viem'
import type { Batch } from '../db'
import { delegateOf, executor, executorCodeHash } from '../delegate/executor'
import { sameAddress } from '../values/address'
import { ageOf, approvalEnds, approvalHolds } from './age'
import { verdictExpected } from './expected'
import { assertFrozen } from './freeze'
import type { ReapprovalReason, Event } from '../db/batchEvent'
import { reset } from './chainReset'
import { nonceToSign } from './nonce'
import { waitingBelow } from './nonceGap'
import { rpcError } from '../rpc/errors'
import { floorOf } from './usedNonces'
import { authorizedBy, deadlineAt, signedEvent, transactionOf } from './transaction'
import type { World } from './world'

/** Age in ms above which a batch is simulated again before its first signature. */
const settled = 5_000

const ask = (why: ReapprovalReason): Event[] => [{ type: 'asked', why }]

/**
 * Signs the next transaction of a batch from its stored row and returns its event; none while the wallet is
 * locked. Returns `asked` if the approval is over 10 minutes old, the account's delegate changed or the
 * calls would now fail; `stopped` after a day, on a reset chain, or if the delegate to revoke is gone.
 * Throws if the row does not match its hash. RPC reads run in parallel.
 */
export const signNext = async (
  world: World,
  batch: Batch,
  index: number,
  wasReset: () => Promise<boolean>,
): Promise<Event[]> => {
  assertFrozen(batch)
  const age = await ageOf(batch, world.now())
  if (age > approvalEnds) return [{ type: 'stopped', reason: 'expired' }]
  if (age > approvalHolds) return (await wasReset()) ? reset : ask('age')
  const { revokes } = batch
  const isLate = index === 0 && age > settled && !revokes
  const [isReset, delegate, isSafe, nonceNow] = await Promise.all([
    wasReset(),
    batch.mode === 'atomic' || revokes ? delegateNow(world, batch) : null,
    batch.upgrade ? hasExecutor(world, batch) : true,
    // The nonce may be used during a simulation, so it is read afterwards.
    isLate ? undefined : nonceToSign(world, batch),
  ])
  if (isReset) return reset
  if (revokes && !(delegate && sameAddress(delegate, revokes)))
    return [{ type: 'stopped', reason: 'delegate' }]
  const upgrade = batch.upgrade && canReplace(batch, delegate)
  if (batch.mode === 'atomic' && !((isSafe || !upgrade) && fits(batch, delegate)))
    return ask('delegate')
  if (isLate && (await isWorse(world, batch))) return ask('worse')
  const { nonce, count } = nonceNow ?? (await nonceToSign(world, batch))
  if (batch.nonce !== undefined && (await isUsed(batch, count)))
    return [{ type: 'stopped', reason: 'used' }]
  const authorize = upgrade || revokes ? authorizedBy(batch) : null
  const deadline = batch.locks ? { deadline: deadlineAt(world.now()) } : {}
  const raw = await world.sign(batch.from, {
    transaction: transactionOf(batch, index, nonce, deadline),
    ...(authorize ? { authorize } : {}),
  })
  const about = { index, kind: 'call', nonce, upgrade: authorize !== null, ...deadline } as const
  if (!raw) return []
  const waiting = batch.nonce === undefined ? await waitingBelow(world, batch, nonce, count) : []
  return [signedEvent(raw, about), ...waiting]
}

/** True if the nonce that a batch is to fill was used meanwhile. Throws if the node does not tell. */
const isUsed = async (batch: Batch, count: number | undefined): Promise<boolean> => {
  if (count === undefined) throw rpcError('chainDisconnected', 'it does not tell the nonce')
  return Math.max(count, await floorOf(batch)) > (batch.nonce ?? 0)
}

/** True if a batch that was to succeed would now fail: time passed in the queue or while locked. */
const isWorse = async (world: World, batch: Batch): Promise<boolean> =>
  verdictExpected(batch) === 'succeeds' && (await world.simulate(batch, 0)) === 'fails'

/** Reads the account's delegate at `pending`; null for a plain account, undefined for one with other code. */
const delegateNow = async (world: World, { chainId, from }: Batch) => {
  const code = (await world.request(chainId, 'eth_getCode', [from, 'pending'])) as Hex
  return code === '0x' ? null : (delegateOf(code) ?? undefined)
}

/** True if the chain has the executor's exact code; an upgrade to any other code is never signed. */
const hasExecutor = async (world: World, { chainId }: Batch): Promise<boolean> =>
  keccak256((await world.request(chainId, 'eth_getCode', [executor, 'latest'])) as Hex) ===
  executorCodeHash

/** True if the account is plain, or has the delegate that the user agreed to replace. */
const canReplace = ({ replaces }: Batch, now: Address | null | undefined): boolean =>
  now === null || (now !== undefined && replaces !== undefined && sameAddress(now, replaces))

/** True if the account has the approved executor, or the approved upgrade can install it. */
const fits = (batch: Batch, now: Address | null | undefined): boolean =>
  (batch.upgrade && canReplace(batch, now)) ||
  (!!now && batch.delegate !== null && sameAddress(now, batch.delegate))
