import { numberToHex } from 'viem'
import { quoteBatch } from '../simulate/simulate'
import type { Handler } from './door'

/**
 * How much of the chain's coin can be sent there, the fee set apart: half of it more than it could be now,
 * since fees rise until the user has approved.
 */
export const spendable: Handler<'spendable'> = async ({ chainId, from, to }) => {
  const calls = [{ to, value: '0x1' as const, data: '0x' as const }]
  const { balance, ceiling, l1Fee } = await quoteBatch({
    chainId,
    from,
    calls,
    atomicRequired: false,
  })
  const fee = ((BigInt(ceiling) + BigInt(l1Fee)) * 3n) / 2n
  const most = BigInt(balance) - fee
  return { most: numberToHex(most > 0n ? most : 0n), fee: numberToHex(fee) }
}
