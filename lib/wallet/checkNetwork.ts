import { JsonRpcError } from '@metamask/rpc-errors'
import { fail, find } from '../approvals/approvals'
import { checkProposal, type Proposal } from '../network/proposal'
import { errors, toWire } from '../rpc/errors'
import type { Handler } from './door'

/** A network whose RPCs all serve another chain ends here, with its code. */
export const checkNetwork: Handler<'checkNetwork'> = async ({ id }) => {
  const row = await find(id)
  if (row?.method !== 'wallet_addEthereumChain') throw new Error('no such request')
  const [proposal] = row.params as [Proposal]
  try {
    return await checkProposal(proposal)
  } catch (error) {
    if (error instanceof JsonRpcError && error.code === errors.invalidParams[0])
      await fail(id, toWire(error))
    throw error
  }
}
