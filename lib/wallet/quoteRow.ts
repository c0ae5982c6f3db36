import { fail, find } from '../approvals/approvals'
import { editedRequest } from '../batch/edits'
import { requestOf } from '../batch/batchRequest'
import { errors, isRpcError, toWire } from '../rpc/errors'
import { quoteBatch } from '../simulate/quoteBatch'
import type { Quote } from '../simulate/quote'
import type { QuoteParams } from './quotes'

/** Error codes that end a request for good, found only by asking the node. */
const impossible: number[] = [
  errors.unsupportedChain[0],
  errors.batchTooLarge[0],
  errors.atomicityNotSupported[0],
]

/**
 * Quotes a waiting batch. A batch that can never run is answered with its error code; one that waits for a
 * second approval stays pending, because its obstacle may go.
 */
export const quoteRow = async ({ id, mode, fee, edits, lock }: QuoteParams): Promise<Quote> => {
  const row = await find(id)
  if (row?.state !== 'pending') throw new Error('no such request')
  try {
    const asked = requestOf(row)
    const request = edits ? await editedRequest(asked, edits) : asked
    const found = await quoteBatch(request, row.again?.mode ?? mode, row.again?.key, fee, {
      ...lock,
      ...(row.method === 'wallet_sendCalls' ? { isSingle: true } : {}),
    })
    const quote = edits ? { ...found, edits } : found
    // A second approval cannot change the mode.
    return row.again ? { ...quote, modes: [quote.mode] } : quote
  } catch (error) {
    if (!row.again && isRpcError(error) && impossible.includes(error.code))
      await fail(id, toWire(error))
    throw error
  }
}
