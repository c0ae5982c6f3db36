import * as z from 'zod/mini'
import type { Edit } from '../decode/edit'
import { quantity } from '../rpc/schema'
import type { BatchRequest } from './batchRequest'

/** Amounts that the user puts in place of those that calls allow, in raw units. */
export const editsShape = z.optional(z.array(z.object({ index: z.int(), amount: quantity })))

/** A request with these amounts, put in by the wallet's own reading of its calls. Throws where one does not fit. */
export const editedRequest = async (
  request: BatchRequest,
  edits: readonly Edit[],
): Promise<BatchRequest> => {
  const { edited } = await import('../decode/edit')
  return { ...request, calls: edited(request.calls, edits, request) }
}

/** The amounts that stood there before, to be kept with the record. */
export const replacedBy = async (
  request: BatchRequest,
  edits: readonly Edit[],
): Promise<Edit[]> => {
  const { givenBy } = await import('../decode/edit')
  return edits.flatMap(({ index }) => {
    const call = request.calls[index]
    const given = call && givenBy(call, request)
    return given ? [{ index, amount: `0x${given.amount.toString(16)}` as const }] : []
  })
}
