import { concat, keccak256, parseAbi, serializeTransaction, type Address, type Hex } from 'viem'
import { findNetwork } from '../network/networks'
import { request } from '../network/node'
import { transferGas } from './floor'
import { encodeCall } from '../values/encodeCall'

const oracle: Address = '0x420000000000000000000000000000000000000F'

const abi = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])

/** Placeholder for an EIP-7702 authorization, as long as a real one: hashes as r and s do not compress. */
const authorization = (chainId: number) => ({
  chainId,
  address: oracle,
  nonce: 1,
  yParity: 1,
  r: keccak256('0x00'),
  s: keccak256('0x01'),
})

/**
 * Returns an OP-stack chain's own estimate of the L1 fee for transactions with these data, in wei (bigint). 0
 * on any other chain, and if the oracle gives no answer.
 */
export const estimateL1Fee = async (
  chainId: number,
  data: readonly Hex[],
  upgrade = false,
): Promise<bigint> => {
  if (!findNetwork(chainId)?.opStack) return 0n
  // The oracle prices bytes: the fields beside the data are about as long in every transaction.
  const unsigned = data.map((one) =>
    serializeTransaction({
      chainId,
      data: one,
      to: oracle,
      gas: transferGas,
      ...(upgrade
        ? { type: 'eip7702', authorizationList: [authorization(chainId)] }
        : { type: 'eip1559' }),
    }),
  )
  const ask = encodeCall({ abi, functionName: 'getL1Fee', args: [concat(unsigned)] })
  try {
    return BigInt(
      (await request(chainId, 'eth_call', [{ to: oracle, data: ask }, 'pending'])) as Hex,
    )
  } catch {
    return 0n
  }
}
