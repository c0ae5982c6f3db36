import { rpcError } from '@/lib/rpc/errors'
import type { World } from '@/lib/batch/world'

/**
 * Takes the code of past blocks away, in anvil's words for a block whose state it has dropped. They sound
 * like a block to come, so the wallet has to ask again, for as long as it waits for any node.
 */
export const losesStates = (world: World): World => {
  const request: World['request'] = (chainId, method, params) =>
    method === 'eth_getCode' && Array.isArray(params) && String(params[1]).startsWith('0x')
      ? Promise.reject(
          rpcError(
            'invalidParams',
            'BlockOutOfRangeError: block height is 25 but requested was 22',
          ),
        )
      : world.request(chainId, method, params)
  return { ...world, request }
}
