import { chainSupport } from '../delegate/support'
import { findNetwork } from '../network/networks'
import { canSimulate, preconfirms } from '../network/probe'
import { rpcError } from '../rpc/errors'
import type { Handler } from './door'

/** Asks a network's node what it can. Unknown ones throw 5710. */
export const probeNetwork: Handler<'probeNetwork'> = async ({ chainId }) => {
  if (!findNetwork(chainId)) throw rpcError('unknownChain')
  const [simulates, support, moves] = await Promise.all([
    canSimulate(chainId),
    chainSupport(chainId).catch(() => undefined),
    preconfirms(chainId),
  ])
  return {
    ...(simulates === undefined ? {} : { simulates }),
    ...(support ? { eip7702: support.eip7702 } : {}),
    ...(moves === undefined ? {} : { preconfirms: moves }),
  }
}
