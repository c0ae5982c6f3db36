import { JsonRpcError } from '@metamask/rpc-errors'
import { fail, find } from '../approvals/approvals'
import { errors, toWire } from '../rpc/errors'
import { checkNow } from '../sign/checkSignature'
import type { Handler } from './door'

/** What an executor would take as an order ends here, with its code. */
export const checkSignature: Handler<'checkSignature'> = async ({ id }) => {
  const row = await find(id)
  if (!row) throw new Error('no such request')
  try {
    return await checkNow(row)
  } catch (error) {
    if (error instanceof JsonRpcError && error.code === errors.invalidParams[0])
      await fail(id, toWire(error))
    throw error
  }
}
