import { JsonRpcError } from '@metamask/rpc-errors'
import { numberToHex, type Address, type Hex } from 'viem'
import type { Call } from '../db'
import { decodeRevert } from '../decode/revert'
import { delegation } from '../delegate/executor'
import { request } from '../network/node'
import type { CallOutcome } from './quote'

type Simulated = {
  status: Hex
  gasUsed: Hex
  maxUsedGas?: Hex
  returnData?: Hex
  error?: string | { message?: string; data?: Hex }
}

/**
 * What each call would do, one after another, at the pre-confirmed state: one `eth_simulateV1` for all.
 * `unknown` for each where the node cannot say. `delegate`: what the account is upgraded to first;
 * `ahead`: calls of the account that come before these and are in no block yet.
 */
export const simulateCalls = async (
  chainId: number,
  from: Address,
  calls: readonly Call[],
  delegate: Address | null = null,
  ahead: readonly Call[] = [],
): Promise<CallOutcome[]> => {
  const payload = {
    blockStateCalls: [
      {
        ...(delegate ? { stateOverrides: { [from]: { code: delegation(delegate) } } } : {}),
        calls: [...ahead, ...calls].map(({ to, value, data, gas }) => ({
          ...{ from, value, input: data },
          ...(to ? { to } : {}),
          ...(gas ? { gas } : {}),
        })),
      },
    ],
    traceTransfers: false,
    validation: false,
  }
  try {
    const [block] = (await request(chainId, 'eth_simulateV1', [payload, 'pending'])) as [
      { calls: Simulated[] },
    ]
    return calls.map((_, index) => outcomeOf(block.calls[ahead.length + index]))
  } catch (error) {
    const reason =
      error instanceof JsonRpcError && error.code === -32003
        ? 'the balance does not cover it'
        : 'the node could not simulate it'
    return calls.map(() => ({ status: 'unknown', reason }))
  }
}

const outcomeOf = (result: Simulated | undefined): CallOutcome => {
  if (!result) return { status: 'unknown', reason: 'the node left it out' }
  const gas = beforeRefunds(result)
  if (BigInt(result.status) === 1n) return { status: 'succeeds', gas }
  return { status: 'fails', gas, reason: reasonOf(result) }
}

/** A refund is at most a fifth of the gas (EIP-3529), and comes after the limit was kept. */
const beforeRefunds = ({ gasUsed, maxUsedGas }: Simulated): Hex =>
  maxUsedGas ?? numberToHex((BigInt(gasUsed) * 5n) / 4n)

/** The spec has `error` as a string, geth as an object; revert data stands there or in returnData only. */
const reasonOf = ({ error, returnData }: Simulated): string => {
  const data = (typeof error === 'object' ? error.data : undefined) ?? returnData ?? '0x'
  return decodeRevert(data)
}
