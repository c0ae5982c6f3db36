import type { Batch } from '../db'
import { nodeWords, refusalOf } from '../network/refusal'
import { isRpcError, isSilence } from '../rpc/errors'
import type { Event } from '../db/batchEvent'
import type { Transaction } from './state'
import type { World } from './world'

/**
 * Broadcasts signed bytes and returns the resulting event. Returns none if the node is silent, as it may
 * have them, or repeats its refusal. A refusal is not final: the bytes stay valid until their nonce is
 * used.
 */
export const broadcast = async (
  world: World,
  { chainId }: Batch,
  { hash, raw, refused }: Pick<Transaction, 'hash' | 'raw' | 'refused'>,
): Promise<Event[]> => {
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

/** Refusals that have a sentence of their own on the batch's page. */
const reasons = ['busy', 'funds', 'fee', 'unfit'] as const
