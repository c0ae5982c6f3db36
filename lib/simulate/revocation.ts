import { numberToHex, zeroAddress, type Address } from 'viem'
import { request } from '../network/node'
import { transferGas } from './floor'
import type { SimulatedPlan } from './quote'

/** Gas limit of an empty transaction with one EIP-7702 authorization: 46,000 plus a margin. */
const revokingGas = 60_000

/**
 * Returns the outcome of removing an account's delegate: no asset moves and no code can fail. If a plain
 * transfer takes more than 21,000 gas, as on chains that count L1 costs as gas, the limit rises by as much.
 */
export const simulateRevocation = async (
  chainId: number,
  from: Address,
): Promise<SimulatedPlan> => {
  const transfer = { from, to: zeroAddress, value: '0x0' }
  const asked = request(chainId, 'eth_estimateGas', [transfer, 'pending']).catch(() => 0)
  const gas = numberToHex(revokingGas + Math.max(0, Number(await asked) - Number(transferGas)))
  return {
    calls: [{ status: 'succeeds', gas }],
    verdict: 'succeeds',
    gas: [gas],
    changes: [],
    allowances: [],
    payees: [],
    unchecked: [],
    tokens: {},
  }
}
