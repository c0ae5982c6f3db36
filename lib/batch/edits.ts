import * as v from 'valibot'
import { object } from '../rpc/object'
import { edited, givenBy, type Edit } from '../decode/edit'
import { int, quantity } from '../rpc/schema'
import type { BatchRequest } from './batchRequest'

/** Schema of the amounts (hex, raw units) that the user sets for calls, by `index`, to lower allowances. */
export const editsShape = v.optional(v.array(object({ index: int, amount: quantity })))

/** Returns the request with the user's amounts in its calls. Throws if an amount does not fit its call. */
export const editedRequest = (request: BatchRequest, edits: readonly Edit[]): BatchRequest => ({
  ...request,
  calls: edited(request.calls, edits, request),
})

/** Returns the site's own amounts in the edited calls, which the stored batch keeps. */
export const replacedBy = (request: BatchRequest, edits: readonly Edit[]): Edit[] =>
  edits.flatMap(({ index }) => {
    const call = request.calls[index]
    const given = call && givenBy(call, request)
    return given ? [{ index, amount: `0x${given.amount.toString(16)}` as const }] : []
  })
