import { bytesToHex, numberToHex, type Address, type Hex } from 'viem'
import type { Call } from '../db'
import { delegation } from '../delegate/executor'
import { knownFact, remember } from '../network/facts'
import { request } from '../network/node'
import { refusalOf } from '../network/refusal'
import { errors, isRpcError } from '../rpc/errors'
import {
  askSimulation,
  simulationFailure,
  type SimulatedCall,
  type SimulatedResult,
} from './simulateV1'
import type { Pricing } from './pricing'
import { decodeReads, encodeReads, readerCode, uint, type Read } from './reader'

/**
 * The state that calls are simulated on: the pre-confirmed one, changed by an upgrade and unmined
 * transactions.
 */
export type Scene = {
  chainId: number
  from: Address
  /** Delegate that the account is upgraded to before the calls; null for no upgrade. */
  override: Address | null
  /** The account's transactions that are in no block yet; `spent` is the sum they send, in wei. */
  ahead: readonly Call[]
  spent: bigint
  /** The highest gas limit of one transaction. */
  cap: number
  /** Fees and block fields of the run; without them gas is free. */
  pricing?: Pricing | undefined
}

/** Results of the calls, and the answers read immediately before and after them. */
export type Run = {
  results: SimulatedResult[]
  before: (Hex | null)[]
  after: (Hex | null)[]
  /**
   * The account's wei before and after, with the gas it paid added back; undefined if it could not be read.
   */
  wei: { before: bigint; after: bigint } | undefined
  /** The block's timestamp in seconds since 1970. */
  time: bigint
  /** Index of the call that sends more wei than the account has: this call and later ones did not run. */
  short?: number
  /** Set if gas was to be paid but was free in the run: contracts can tell. */
  isFree?: true
}

/** The most reads in one call of the reader. */
const each = 64

/** Returns the gas for one call of the reader: each read may use 200,000, the rest is for its own work. */
const readerGas = (reads: number) => numberToHex(250_000 * (1 + reads))

/** Balance of the address that calls the reader, enough to pay for any gas. */
const wealth = numberToHex(2n ** 128n)

const anyAddress = () => bytesToHex(crypto.getRandomValues(new Uint8Array(20)))

const chunks = <T>(list: readonly T[], length: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / length) }, (_, index) =>
    list.slice(index * length, (index + 1) * length),
  )

/** Simulates calls, each with its gas limit, and reads before and after them, in one request. */
export const run = async (
  { chainId, from, override, ahead, cap, pricing }: Scene,
  calls: readonly Call[],
  reads: readonly Read[],
): Promise<Run> => {
  // Random addresses: a contract cannot recognize the reader and answer it differently.
  const [asker, reader] = [anyAddress(), anyAddress()]
  const wei: Read = { to: null, data: from, most: 32 }
  const groups = chunks([wei, ...reads], each)
  const askAll = groups.map((group): SimulatedCall => ({
    from: asker,
    to: reader,
    input: encodeReads(group),
    gas: readerGas(group.length),
  }))
  const asked = ({ to, value, data, gas }: Call): SimulatedCall => ({
    from,
    value,
    input: data,
    gas: gas ?? numberToHex(cap),
    ...(to ? { to } : {}),
  })
  const { results, time } = await askSimulation(
    chainId,
    [...ahead.map(asked), ...askAll, ...calls.map(asked), ...askAll],
    {
      [reader]: { code: readerCode },
      ...(pricing ? { [asker]: { balance: wealth } } : {}),
      ...(override ? { [from]: { code: delegation(override) } } : {}),
    },
    pricing,
  )
  const start = ahead.length + groups.length
  const answersAt = (at: number) =>
    groups.flatMap((group, index) => decodeReads(group, results[at + index]?.returnData ?? '0x'))
  const [weiBefore, ...before] = answersAt(ahead.length)
  const [weiAfter, ...after] = answersAt(start + calls.length)
  const [had, has] = [uint(weiBefore), uint(weiAfter)]
  const own = results.slice(start, start + calls.length)
  const price = pricing && 'gasPrice' in pricing.fees ? BigInt(pricing.fees.gasPrice) : 0n
  const paid = own.reduce((sum, { gasUsed }) => sum + BigInt(gasUsed) * price, 0n)
  return {
    results: own,
    before,
    after,
    time,
    wei: had === undefined || has === undefined ? undefined : { before: had, after: has + paid },
  }
}

/** How often a call that looked overspent may be covered by wei that earlier calls bring in. */
const patience = 8

/**
 * Simulates calls of which one may send more wei than the account has. Nodes then refuse the whole request
 * without naming the call: the calls before it are run, and `short` names it.
 */
const runAsFar = async (
  scene: Scene,
  calls: readonly Call[],
  reads: readonly Read[],
): Promise<Run> => {
  let refused: unknown
  try {
    return await run(scene, calls, reads)
  } catch (error) {
    if (simulationFailure(error) !== 'funds') throw error
    refused = error
  }
  const now = await request(scene.chainId, 'eth_getBalance', [scene.from, 'pending'])
  let wei = BigInt(now as Hex) - scene.spent
  let sure = 0
  for (let times = 0; times < patience; times++) {
    const short = overspending(calls, sure, wei)
    if (short === undefined) break
    const part = await run(scene, calls.slice(0, short), reads)
    if (!part.wei) break
    wei = part.wei.after
    if (BigInt(calls[short]?.value ?? 0) > wei) return { ...part, short }
    sure = short
  }
  throw refused
}

/** Returns the index of the first call from `start` on at which the wei run out, if none come in. */
const overspending = (calls: readonly Call[], start: number, wei: bigint): number | undefined => {
  let left = wei
  const index = calls.findIndex(({ value }, at) => at >= start && (left -= BigInt(value)) < 0n)
  return index < 0 ? undefined : index
}

/** How long a node that cannot simulate with gas costs is not asked for it again, in ms. */
const refusal = 10 * 60_000

/**
 * Simulates calls that pay for gas by `scene.pricing`. Runs them with free gas, marked `isFree`, if the
 * account cannot pay or the node refuses such a simulation. Only that it cannot be asked so is remembered:
 * any other error may be gone at the next quote.
 */
export const runPaid = async (
  scene: Scene,
  calls: readonly Call[],
  reads: readonly Read[],
): Promise<Run> => {
  if (!scene.pricing) return runAsFar(scene, calls, reads)
  const key = `paid:${scene.chainId}`
  const isAble = (await knownFact<boolean>(key, () => refusal)) !== false
  let isUnable = false
  try {
    if (isAble) return await run(scene, calls, reads)
  } catch (error) {
    const trouble = simulationFailure(error)
    if (trouble !== 'funds' && trouble !== 'other') throw error
    isUnable =
      isRpcError(error) && error.code !== errors.internal[0] && refusalOf(error) === 'unable'
  }
  const found = await runAsFar({ ...scene, pricing: undefined }, calls, reads)
  if (isUnable) await remember(key, false)
  return { ...found, isFree: true }
}
