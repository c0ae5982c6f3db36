import { numberToHex, zeroAddress, type Address } from 'viem'
import { request } from '../network/node'
import { transferGas } from './floor'
import type { SimulatedPlan } from './quoteBatch'

/** Enough for an empty transaction with an authorization (EIP-7702): 46,000, and some more. */
const revokingGas = 60_000

/**
 * The outcome of taking its delegate from an account: nothing moves, and no code is left that could fail. Where
 * a transfer costs more than elsewhere, as on chains that count the L1 as gas, so does this.
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
