import { keccak256, type Address, type Hex } from 'viem'
import type { Batch } from '../db'
import { delegateOf, executor, executorCodeHash } from '../delegate/executor'
import { sameAddress } from '../rpc/schema'
import { ageOf, approvalEnds, approvalHolds } from './age'
import { assertFrozen } from './freeze'
import type { Event } from './machine'
import { nextNonce } from './nonce'
import { signedEvent, transactionOf } from './transaction'
import type { World } from './world'

/**
 * Signs the next transaction of a batch from its stored record. Empty while the wallet is locked, or the
 * user has to be asked again. The batch stops where the approval no longer fits what is there.
 */
export const signNext = async (world: World, batch: Batch, index: number): Promise<Event[]> => {
  assertFrozen(batch)
  const age = await ageOf(batch, world.now())
  if (age > approvalEnds) return [{ type: 'stopped', reason: 'expired' }]
  if (age > approvalHolds) return []
  const delegate = batch.mode === 'atomic' ? await delegateNow(world, batch) : null
  const upgrade = batch.upgrade && delegate === null
  const isSafe = upgrade ? await hasExecutor(world, batch) : true
  if (batch.mode === 'atomic' && !(isSafe && fits(batch, delegate)))
    return [{ type: 'stopped', reason: 'delegate' }]
  const nonce = await nextNonce(world, batch)
  const raw = await world.sign(batch.from, {
    transaction: transactionOf(batch, index, nonce),
    ...(upgrade && batch.delegate ? { authorize: batch.delegate } : {}),
  })
  return raw ? [signedEvent(raw, { index, kind: 'call', nonce, upgrade })] : []
}

/** The account's delegate now; null for a plain account, undefined for one with other code. */
const delegateNow = async (world: World, { chainId, from }: Batch) => {
  const code = (await world.request(chainId, 'eth_getCode', [from, 'pending'])) as Hex
  return code === '0x' ? null : (delegateOf(code) ?? undefined)
}

/** Whether the executor's exact code stands on the chain now: an upgrade to anything else is never signed. */
const hasExecutor = async (world: World, { chainId }: Batch): Promise<boolean> =>
  keccak256((await world.request(chainId, 'eth_getCode', [executor, 'latest'])) as Hex) ===
  executorCodeHash

/** The approved executor, or nothing yet where the user agreed to the upgrade. */
const fits = ({ delegate, upgrade }: Batch, now: Address | null | undefined): boolean =>
  now === null ? upgrade : now !== undefined && delegate !== null && sameAddress(now, delegate)
