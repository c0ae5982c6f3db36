import { numberToHex, type Hex } from 'viem'
import type { Fees } from '../db'
import { request } from './node'

/** A tip where the node suggests none, in wei per gas. */
const defaultTip = 1_000_000n

/**
 * Fees for the next blocks: twice the pending block's base fee plus the node's suggested tip, so that the
 * base fee may rise for at least six full blocks; the gas price where the chain has no base fee.
 */
export const suggestFees = async (chainId: number): Promise<Fees> => {
  const [block, tip] = await Promise.all([
    request(chainId, 'eth_getBlockByNumber', ['pending', false]) as Promise<{
      baseFeePerGas?: Hex
    } | null>,
    (request(chainId, 'eth_maxPriorityFeePerGas', []) as Promise<Hex>).then(
      BigInt,
      () => defaultTip,
    ),
  ])
  if (!block?.baseFeePerGas)
    return { gasPrice: (await request(chainId, 'eth_gasPrice', [])) as Hex }
  return {
    maxFeePerGas: numberToHex(2n * BigInt(block.baseFeePerGas) + tip),
    maxPriorityFeePerGas: numberToHex(tip),
  }
}

/** The most that one unit of gas can cost, in wei. */
export const highestFee = (fees: Fees): bigint =>
  BigInt('gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas)
