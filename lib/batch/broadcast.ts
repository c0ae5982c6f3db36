import type { Batch } from '../db'
import { nodeWords, refusalOf } from '../network/refusal'
import { isRpcError, isSilence } from '../rpc/errors'
import type { Event } from '../db/batchEvent'
import { isPast } from './machine'
import type { Transaction } from './state'
import type { World } from './world'

/**
 * Broadcasts signed bytes and returns the resulting event. Returns none if the node is silent, as it may
 * have them, or repeats its refusal. A refusal is not final: the bytes stay valid until their nonce is
 * used.
 */
export const broadcast = async (
  world: World,
  batch: Batch,
  one: Pick<Transaction, 'hash' | 'raw' | 'refused' | 'operation' | 'deadline'>,
): Promise<Event[]> => {
  const { chainId } = batch
  const { hash, raw, refused } = one
  if (one.operation) return sendOperation(world, batch, one)
  try {
    await world.request(chainId, 'eth_sendRawTransaction', [raw])
    return [{ type: 'sent', hash }]
  } catch (error) {
    if (!isRpcError(error) || isSilence(error)) return []
    const refusal = refusalOf(error)
    if (refusal === 'taken') return [{ type: 'sent', hash }]
    const reason = reasons.find((known) => known === refusal) ?? 'node'
    if (refused === reason) return []
    return [{ type: 'refused', hash, reason, text: nodeWords(error.message) }]
  }
}

/**
 * Sends a signed operation to the bundler of a batch: the same bytes each time. None after the deadline: it could only
 * cost its sponsor. A service's own words are not kept.
 */
const sendOperation = async (
  world: World,
  { sponsor }: Batch,
  { hash, refused, operation, deadline }: Parameters<typeof broadcast>[2],
): Promise<Event[]> => {
  if (!sponsor || !operation || isPast({ deadline: deadline ?? 0 }, world.now())) return []
  const sent = await world.sponsors?.send(sponsor, operation.signed, hash)
  if (!sent || ('failed' in sent && sent.failed === 'silent')) return []
  if ('value' in sent) return [{ type: 'sent', hash }]
  return refused === sent.failed ? [] : [{ type: 'refused', hash, reason: sent.failed }]
}

/** Refusals that have a sentence of their own on the batch's page. */
const reasons = ['busy', 'funds', 'fee', 'unfit'] as const
