import { numberToHex, type Address, type Hex } from 'viem'
import { knownFact, remember } from '../network/facts'
import { request } from '../network/node'
import { refusalOf } from '../network/refusal'
import type { Pricing } from './pricing'
import { isRpcError, isSilence, isSlowDown, rpcError, toError } from '../rpc/errors'

/** An event log as a node gives it. */
export type Log = { address: Address; topics: readonly Hex[]; data: Hex }

/** A node's result for one simulated call. The specification has `error` as a string, geth as an object. */
export type SimulatedResult = {
  status: Hex
  gasUsed: Hex
  /** Gas used before refunds; some nodes leave it out. */
  maxUsedGas?: Hex
  returnData?: Hex
  error?: string | { message?: string; data?: unknown } | null
  logs?: readonly Log[]
}

/** A call to simulate. Its gas limit is always set, because nodes have different defaults. */
export type SimulatedCall = { from: Address; to?: Address; value?: Hex; input?: Hex; gas: Hex }

type Overrides = Record<Address, { code: Hex } | { balance: Hex }>

/** How long a node without `eth_simulateV1` is not asked for it again, in ms. */
const refusal = 10 * 60_000

/**
 * Why a simulation failed: no such method, a value above the balance, rate limit, no answer, or another
 * error.
 */
export type SimulationFailure = 'unsupported' | 'funds' | 'busy' | 'silence' | 'other'

/** Classifies an error of `eth_simulateV1`. */
export const simulationFailure = (error: unknown): SimulationFailure => {
  if (!isRpcError(error)) return 'other'
  if (isSlowDown(error)) return 'busy'
  if (isSilence(error)) return 'silence'
  const refusal = refusalOf(error)
  if (refusal === 'funds') return 'funds'
  return refusal === 'missing' ? 'unsupported' : 'other'
}

/**
 * Simulates calls in turn in one block on the pre-confirmed state (`eth_simulateV1`): all see one block
 * number and timestamp, and the block has room for all their gas. The logs include transfers of the chain's
 * coin. Each call pays by `pricing`; without it gas is free and there is no base fee (`validation` off).
 * Throws errors for `troubleOf`; remembers for some minutes that a node lacks the method.
 */
export const askSimulation = async (
  chainId: number,
  calls: readonly SimulatedCall[],
  stateOverrides: Overrides,
  pricing?: Pricing,
): Promise<{ results: SimulatedResult[]; time: bigint }> => {
  const key = `simulate:${chainId}`
  if ((await knownFact<boolean>(key, () => refusal)) === false) throw unsupported()
  const needed = calls.reduce((sum, { gas }) => sum + BigInt(gas), 0n)
  const usual = BigInt(pricing?.block.gasLimit ?? 0)
  const gasLimit = numberToHex(needed > usual ? needed : usual)
  const block = {
    blockOverrides: { ...pricing?.block, gasLimit },
    stateOverrides,
    calls: calls.map((call) => ({ ...call, ...pricing?.fees })),
  }
  const payload = {
    blockStateCalls: [block],
    traceTransfers: true,
    validation: pricing !== undefined,
  }
  let answer: unknown
  try {
    answer = await request(chainId, 'eth_simulateV1', [payload, 'pending'])
  } catch (error) {
    if (simulationFailure(error) === 'unsupported') await remember(key, false)
    throw error
  }
  const built = (answer as [{ calls?: SimulatedResult[]; timestamp?: Hex }] | null)?.[0]
  if (!Array.isArray(built?.calls)) throw rpcError('internal', 'the node left its calls out')
  return { results: built.calls, time: BigInt(built.timestamp ?? 0) }
}

const unsupported = () =>
  toError({ code: -32601, message: 'the method eth_simulateV1 does not exist' })
