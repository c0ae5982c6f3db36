import { fail, find } from '../approvals/approvals'
import { internalOrigin } from '../approvals/internalOrigin'
import { editedRequest } from '../batch/edits'
import { requestOf } from '../batch/batchRequest'
import { errors, isRpcError, toWire } from '../rpc/errors'
import { ownPaymaster } from '../sponsor/ownServices'
import { quoteBatch } from '../simulate/quoteBatch'
import type { Quote } from '../simulate/quote'
import type { QuoteParams } from './quotes'

/** Error codes that end a request for good, found only by asking the node. */
const impossible: number[] = [
  errors.unsupportedCapability[0],
  errors.unsupportedChain[0],
  errors.batchTooLarge[0],
  errors.atomicityNotSupported[0],
]

/**
 * Quotes a waiting batch. A batch that can never run is answered with its error code; one that waits for a
 * second approval stays pending, because its obstacle may go. `isOpen`: tells if every answer of a service can be read.
 */
export const quoteRow = async (
  { id, mode, fee, edits, lock, paysOneself }: QuoteParams,
  isOpen: (url: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Quote> => {
  const row = await find(id)
  if (row?.state !== 'pending') throw new Error('no such request')
  try {
    const { paymaster: named, ...own } = requestOf(row)
    // A site that sends a transaction waits for its hash. Whoever was not to pay when the batch was approved cannot be
    // put in at a second approval.
    const isBatch = row.method === 'wallet_sendCalls' || row.origin === internalOrigin
    const isFree = isBatch && !own.revokes && !row.again
    const payer = named ?? (isFree ? await ownPaymaster(own.chainId) : undefined)
    const paymaster = payer && { ...payer, isClosed: !(await isOpen(payer.url)) }
    // Who pays is the user's choice only where the site says so.
    const asked = paymaster && !(paysOneself && paymaster.optional) ? { ...own, paymaster } : own
    const request = edits ? editedRequest(asked, edits) : asked
    // A single call that the user pays for, in place of somebody else, needs no executor.
    const kept = row.again && !(paysOneself && asked.calls.length === 1) ? row.again.mode : mode
    const found = await quoteBatch(request, kept, row.again?.key, fee, {
      ...lock,
      ...(row.method === 'wallet_sendCalls' ? { isSingle: true } : {}),
    })
    const quote = edits ? { ...found, edits } : found
    // At a second approval the user cannot choose the mode.
    return row.again ? { ...quote, modes: [quote.mode] } : quote
  } catch (error) {
    if (!row.again && isRpcError(error) && impossible.includes(error.code))
      await fail(id, toWire(error))
    throw error
  }
}
