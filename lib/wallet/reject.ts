import * as approvals from '../approvals/approvals'
import { rpcError, toWire } from '../rpc/errors'
import type { Handler } from './door'

/** The user's no: 4001; to an upgrade that the request needs: 5750. */
export const reject: Handler<'reject'> = async ({ id, upgrade }) => {
  await approvals.reject(id, upgrade ? toWire(rpcError('upgradeRejected')) : undefined)
  return null
}
