import { numberToHex, type Address, type Hex } from 'viem'
import { knownFact, remember } from '../network/facts'
import { refusalHolds, refusedAgain, type Refused } from '../network/lastingRefusal'
import { request } from '../network/node'
import { refusalOf } from '../network/refusal'
import { clocksIn, later, type BlockContext } from './place'
import type { Pricing } from './pricing'
import { isRpcError, isSilence, isSlowDown, rpcError, toError } from '../rpc/errors'

/** An event log as a node gives it. */
export type Log = Readonly<{ address: Address; topics: readonly Hex[]; data: Hex }>

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

type Overrides = Record<Address, { code?: Hex; balance?: Hex }>

/** Refusals of `eth_simulateV1` by chain ID: one of several nodes behind a URL may lack it. */
const refusals = new Map<number, Refused>()

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
 * Returns a place that a node takes after it refused one as past, since its chain has gone on: by the codes of
 * execution-apis for a number and for a time that come too early. Undefined for any other error.
 */
const movedOn = (error: unknown, place: BlockContext, turn: number): BlockContext | undefined => {
  if (!isRpcError(error)) return undefined
  const { code, message } = error
  if (code === -38020 || /numbers must be in order/i.test(message)) return later(place, 1n, 1n)
  // Each time further: where blocks come on demand, the pending block's time is the present.
  if (code === -38021 || /timestamps must be in order/i.test(message))
    return later(place, 0n, 2n ** BigInt(turn))
  return undefined
}

/** True if a node refuses calls because the block has no room for all their limits. */
export const isRoomless = (error: unknown): boolean =>
  isRpcError(error) && (error.code === -38015 || /block gas limit/i.test(error.message))

/** How many blocks a chain may go on between the reading of its block and a simulation. */
const patience = 4

/**
 * Simulates calls in turn in one block on the pre-confirmed state (`eth_simulateV1`), at `place` if there is one:
 * all see one block number and timestamp. The logs include transfers of the chain's coin. Each call pays by
 * `pricing`, in a block with the chain's own gas limit; without it gas is free, there is no base fee (`validation`
 * off), and the block has room for all calls. Throws errors for `troubleOf`; remembers for some minutes that a
 * node lacks the method, once it has said so twice, some seconds apart.
 */
export const askSimulation = async (
  chainId: number,
  calls: readonly SimulatedCall[],
  stateOverrides: Overrides,
  pricing?: Pricing,
  place?: BlockContext,
): Promise<{ results: SimulatedResult[]; time: bigint }> => {
  const key = `simulate:${chainId}`
  if ((await knownFact<boolean>(key, () => refusalHolds)) === false) throw unsupported()
  const gasLimit = pricing?.block.gasLimit ?? numberToHex(gasOf(calls))
  const [clock, ...empty] = place ? clocksIn(place).reverse() : []
  const block = {
    blockOverrides: { ...pricing?.block, gasLimit, ...clock },
    stateOverrides,
    calls: calls.map((call) => ({ ...call, ...pricing?.fees })),
  }
  const payload = {
    blockStateCalls: [...empty.reverse().map((blockOverrides) => ({ blockOverrides })), block],
    traceTransfers: true,
    validation: pricing !== undefined,
  }
  let answer: unknown
  try {
    answer = await request(chainId, 'eth_simulateV1', [payload, place?.state ?? 'pending'])
    refusals.delete(chainId)
  } catch (error) {
    if (simulationFailure(error) === 'unsupported') {
      const refused = refusedAgain(refusals.get(chainId), Date.now())
      refusals.set(chainId, refused)
      if (refused.lasts) await remember(key, false)
    }
    throw error
  }
  const built = (answer as { calls?: SimulatedResult[]; timestamp?: Hex }[] | null)?.at(-1)
  if (!Array.isArray(built?.calls)) throw rpcError('internal', 'the node left its calls out')
  return { results: built.calls, time: BigInt(built.timestamp ?? 0) }
}

/** Returns the sum of the gas limits of calls. */
export const gasOf = (calls: readonly SimulatedCall[]): bigint =>
  calls.reduce((sum, { gas }) => sum + BigInt(gas), 0n)

/** Simulates calls as `askSimulation` does; at a later block if the chain has gone on. */
export const askNow = async (
  chainId: number,
  calls: readonly SimulatedCall[],
  stateOverrides: Overrides,
  pricing?: Pricing,
  place?: BlockContext,
): Promise<{ results: SimulatedResult[]; time: bigint }> => {
  let at = place
  for (let turn = 0; ; turn++)
    try {
      return await askSimulation(chainId, calls, stateOverrides, pricing, at)
    } catch (error) {
      const next = at && turn < patience ? movedOn(error, at, turn) : undefined
      if (!next) throw error
      at = next
    }
}

const unsupported = () =>
  toError({ code: -32601, message: 'the method eth_simulateV1 does not exist' })
