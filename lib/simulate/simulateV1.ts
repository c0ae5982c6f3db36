import { numberToHex, type Address, type Hex } from 'viem'
import { knownFact, remember } from '../network/facts'
import { request } from '../network/node'
import type { Pricing } from './pricing'
import { errors, isRpcError, isSilence, rpcError, toError } from '../rpc/errors'

/** An event as a node gives it. */
export type Log = { address: Address; topics: readonly Hex[]; data: Hex }

/** A node's answer for one simulated call; the standard has `error` as a string, geth as an object. */
export type SimulatedResult = {
  status: Hex
  gasUsed: Hex
  /** Before refunds. */
  maxUsedGas?: Hex
  returnData?: Hex
  error?: string | { message?: string; data?: unknown } | null
  logs?: readonly Log[]
}

/** A call to be simulated, always with its gas: what a node would allow it otherwise differs. */
export type SimulatedCall = { from: Address; to?: Address; value?: Hex; input?: Hex; gas: Hex }

type Overrides = Record<Address, { code: Hex } | { balance: Hex }>

/** How long a node is not asked again whether it can simulate by now, in ms. */
const refusal = 10 * 60_000

/** Why a node did not simulate: it has no such method, a value above the balance, silence, or anything else. */
export type SimulationFailure = 'unsupported' | 'funds' | 'busy' | 'silence' | 'other'

const missing = /method.*(not (found|exist|supported|available)|unsupported)|unsupported method/i

/** The kind of trouble behind a simulation's error. */
export const simulationFailure = (error: unknown): SimulationFailure => {
  if (!isRpcError(error)) return 'other'
  const { code, message } = error
  if (code === errors.limitExceeded[0]) return 'busy'
  if (isSilence(error)) return 'silence'
  if (code === -38014 || code === -32003 || /insufficient (funds|balance)/i.test(message))
    return 'funds'
  if (code === -32601 || missing.test(message)) return 'unsupported'
  return 'other'
}

/**
 * Calls one after another in one block on the pre-confirmed state, transfers of the chain's coin among their
 * logs. One block, so that no call sees another number or time; with room for all the gas that they may use.
 * Each pays as `pricing` says, or nothing: then there is no base fee either (`validation` off).
 * Throws what `troubleOf` tells; that a node cannot is remembered.
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
