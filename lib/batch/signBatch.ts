import { keccak256, type Address, type Hex } from 'viem'
import type { Batch } from '../db'
import { delegateOf, executor, executorCodeHash } from '../delegate/executor'
import { sameAddress } from '../values/address'
import { ageOf, approvalEnds, approvalHolds } from './age'
import { verdictExpected } from './expected'
import { assertFrozen } from './freeze'
import type { ReapprovalReason, Event } from '../db/batchEvent'
import { reset } from './chainReset'
import { nextNonce } from './nonce'
import { authorizedBy, signedEvent, transactionOf } from './transaction'
import type { World } from './world'

/** A batch that waited this long, in ms, before its first signature is simulated once more. */
const settled = 5_000

const ask = (why: ReapprovalReason): Event[] => [{ type: 'asked', why }]

/**
 * Signs the next transaction of a batch from its stored record. Empty while the wallet is locked. The user
 * is asked again where the approval has grown old or no longer fits what is there; a day later it has ended,
 * as it has where its chain `wasReset`, or what it revokes is no longer the account's delegate. What the node is
 * asked, it is asked at once.
 */
export const signNext = async (
  world: World,
  batch: Batch,
  index: number,
  wasReset: () => Promise<boolean>,
): Promise<Event[]> => {
  assertFrozen(batch)
  const age = await ageOf(batch, world.now())
  if (age > approvalHolds) {
    if (await wasReset()) return reset
    return age > approvalEnds ? [{ type: 'stopped', reason: 'expired' }] : ask('age')
  }
  const { revokes } = batch
  const isLate = index === 0 && age > settled && !revokes
  const [isReset, delegate, isSafe, nonceNow] = await Promise.all([
    wasReset(),
    batch.mode === 'atomic' || revokes ? delegateNow(world, batch) : null,
    batch.upgrade ? hasExecutor(world, batch) : true,
    // A simulation takes time, in which the nonce may go.
    isLate ? undefined : nextNonce(world, batch),
  ])
  if (isReset) return reset
  if (revokes && !(delegate && sameAddress(delegate, revokes)))
    return [{ type: 'stopped', reason: 'delegate' }]
  const upgrade = batch.upgrade && canReplace(batch, delegate)
  if (batch.mode === 'atomic' && !((isSafe || !upgrade) && fits(batch, delegate)))
    return ask('delegate')
  if (isLate && (await isWorse(world, batch))) return ask('worse')
  const nonce = nonceNow ?? (await nextNonce(world, batch))
  const authorize = upgrade || revokes ? authorizedBy(batch) : null
  const raw = await world.sign(batch.from, {
    transaction: transactionOf(batch, index, nonce),
    ...(authorize ? { authorize } : {}),
  })
  const about = { index, kind: 'call', nonce, upgrade: authorize !== null } as const
  return raw ? [signedEvent(raw, about)] : []
}

/** True if what was to succeed would now fail: the queue, or a locked wallet, has let time pass. */
const isWorse = async (world: World, batch: Batch): Promise<boolean> =>
  verdictExpected(batch) === 'succeeds' && (await world.simulate(batch, 0)) === 'fails'

/** The account's delegate now; null for a plain account, undefined for one with other code. */
const delegateNow = async (world: World, { chainId, from }: Batch) => {
  const code = (await world.request(chainId, 'eth_getCode', [from, 'pending'])) as Hex
  return code === '0x' ? null : (delegateOf(code) ?? undefined)
}

/** True if the executor's exact code stands on the chain now: an upgrade to anything else is never signed. */
const hasExecutor = async (world: World, { chainId }: Batch): Promise<boolean> =>
  keccak256((await world.request(chainId, 'eth_getCode', [executor, 'latest'])) as Hex) ===
  executorCodeHash

/** True if nothing stands in the account yet, or what the user let the upgrade take the place of. */
const canReplace = ({ replaces }: Batch, now: Address | null | undefined): boolean =>
  now === null || (now !== undefined && replaces !== undefined && sameAddress(now, replaces))

/** The approved executor, or what the user agreed to upgrade from. */
const fits = (batch: Batch, now: Address | null | undefined): boolean =>
  (batch.upgrade && canReplace(batch, now)) ||
  (!!now && batch.delegate !== null && sameAddress(now, batch.delegate))
