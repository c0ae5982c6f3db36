import type { Address, Hash, Hex } from 'viem'
import { journal, type Batch } from '../db'
import { delegateOf } from '../delegate/executor'
import { findNetwork, isLoopback } from '../network/networks'
import { rpcError } from '../rpc/errors'
import { sameAddress } from '../rpc/schema'
import { assertFrozen } from './freeze'
import type { Event } from './machine'
import { nextNonce } from './nonce'
import { signedEvent, transactionOf } from './transaction'
import type { World } from './world'

/** How long an approval holds while nothing can be signed, in ms: prices move on. */
const approvalHolds = 10 * 60_000

/**
 * Signs the next transaction of a batch from its stored record. Empty while the wallet is locked.
 * Nothing is signed, and the batch stops, where the approval no longer fits what is there.
 */
export const signNext = async (world: World, batch: Batch, index: number): Promise<Event[]> => {
  assertFrozen(batch)
  if (await isStale(world, batch)) return [{ type: 'stopped', reason: 'expired' }]
  if (await isReset(world, batch)) return [{ type: 'stopped', reason: 'reset' }]
  const delegate = await delegateNow(world, batch)
  if (batch.mode === 'atomic' && !fits(batch, delegate))
    return [{ type: 'stopped', reason: 'delegate' }]
  const upgrade = batch.upgrade && delegate === null
  const nonce = await nextNonce(world, batch)
  const raw = await world.sign(batch.from, {
    transaction: transactionOf(batch, index, nonce),
    ...(upgrade && batch.delegate ? { authorize: batch.delegate } : {}),
  })
  return raw ? [signedEvent(raw, { index, kind: 'call', nonce, upgrade })] : []
}

const isStale = async (world: World, { key }: Batch): Promise<boolean> => {
  const last = await journal.events.where('[key+seq]').between([key, 0], [key, Infinity]).last()
  return last !== undefined && world.now() - last.at > approvalHolds
}

/** Whether a chain was started anew under the same id, which only happens on this machine. */
const isReset = async (world: World, { chainId, genesis }: Batch): Promise<boolean> => {
  const network = findNetwork(chainId)
  if (!network) throw rpcError('unknownChain')
  const [served, block] = await Promise.all([
    world.request(chainId, 'eth_chainId', []),
    world.request(chainId, 'eth_getBlockByNumber', ['0x0', false]) as Promise<{
      hash: Hash
    } | null>,
  ])
  const isOther = block !== null && genesis !== null && block.hash !== genesis
  if (Number(served) !== chainId || (isOther && !isLoopback(network.url)))
    throw rpcError('chainDisconnected', `the node of ${network.name} serves another chain`)
  return isOther
}

/** The account's delegate now; null for a plain account, undefined for one with other code. */
const delegateNow = async (world: World, { chainId, from }: Batch) => {
  const code = (await world.request(chainId, 'eth_getCode', [from, 'pending'])) as Hex
  return code === '0x' ? null : (delegateOf(code) ?? undefined)
}

/** The approved executor, or nothing yet where the user agreed to the upgrade. */
const fits = ({ delegate, upgrade }: Batch, now: Address | null | undefined): boolean =>
  now === null ? upgrade : now !== undefined && delegate !== null && sameAddress(now, delegate)
