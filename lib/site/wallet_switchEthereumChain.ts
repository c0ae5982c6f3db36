import * as v from 'valibot'
import { object } from '../rpc/object'
import { findNetwork } from '../network/networks'
import { move } from '../sites/permissions'
import { wish } from '../sites/wishes'
import { rpcError } from '../rpc/errors'
import { defineMethod } from '../rpc/method'
import { anyChainId } from '../rpc/schema'

/**
 * EIP-3326 `wallet_switchEthereumChain`: asks the user to move this site to a network. Throws 4902 for an
 * unknown network, 4100 for a site that is not connected, which is offered that network once it asks to be.
 */
export const wallet_switchEthereumChain = defineMethod({
  name: 'wallet_switchEthereumChain',
  params: v.strictTuple([object({ chainId: anyChainId })]),
  result: v.null(),
  decision: object({}),
  async handle([{ chainId: wanted }], { origin, accounts, chainId: own, ask }) {
    if (!findNetwork(Number(wanted))) throw rpcError('unrecognizedChain', wanted)
    if (accounts.length === 0) {
      wish(origin, Number(wanted))
      throw rpcError('unauthorized')
    }
    if (Number(wanted) !== own) await ask({ isShared: true })
    return null
  },
  approve: ({ origin }, [{ chainId: wanted }]) => move(origin, Number(wanted)),
})
