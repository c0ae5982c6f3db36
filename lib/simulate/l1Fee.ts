import {
  concat,
  encodeFunctionData,
  keccak256,
  parseAbi,
  serializeTransaction,
  type Address,
  type Hex,
} from 'viem'
import { findNetwork } from '../network/networks'
import { request } from '../network/node'

const oracle: Address = '0x420000000000000000000000000000000000000F'

const abi = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])

/** As long as any: its signature is 64 bytes that no compression makes shorter. */
const authorization = (chainId: number) => ({
  chainId,
  address: oracle,
  nonce: 1,
  yParity: 1,
  r: keccak256('0x00'),
  s: keccak256('0x01'),
})

/** An OP-stack chain's own estimate of the L1 fee for these data, in wei; 0 elsewhere or if it is silent. */
export const estimateL1Fee = async (
  chainId: number,
  data: readonly Hex[],
  upgrade = false,
): Promise<bigint> => {
  if (!findNetwork(chainId)?.opStack) return 0n
  // The oracle prices bytes: what the transactions hold beside their data is alike in all of them.
  const unsigned = data.map((one) =>
    serializeTransaction({
      chainId,
      data: one,
      to: oracle,
      gas: 21_000n,
      ...(upgrade
        ? { type: 'eip7702', authorizationList: [authorization(chainId)] }
        : { type: 'eip1559' }),
    }),
  )
  const ask = encodeFunctionData({ abi, functionName: 'getL1Fee', args: [concat(unsigned)] })
  try {
    return BigInt(
      (await request(chainId, 'eth_call', [{ to: oracle, data: ask }, 'pending'])) as Hex,
    )
  } catch {
    return 0n
  }
}
