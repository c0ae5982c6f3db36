import { bytesToHex, numberToHex, type Address, type Hex } from 'viem'
import type { Call } from '../db'
import { delegation } from '../delegate/executor'
import { knownFact, remember } from '../network/facts'
import { request } from '../network/node'
import {
  askSimulation,
  simulationFailure,
  type SimulatedCall,
  type SimulatedResult,
  type SimulationFailure,
} from './simulateV1'
import type { Pricing } from './pricing'
import { decodeReads, encodeReads, readerCode, uint, type Read } from './reader'

/** What calls are simulated on: the pre-confirmed state with these before them. */
export type Scene = {
  chainId: number
  from: Address
  /** What the account is upgraded to first. */
  override: Address | null
  /** Transactions of the account that are in no block yet, and what they send in all, in wei. */
  ahead: readonly Call[]
  spent: bigint
  /** The most gas that one transaction can have. */
  cap: number
  /** What all pay; nothing where it is left out. */
  pricing?: Pricing | undefined
}

/** Calls that ran, and what was read immediately before and after them. */
export type Run = {
  results: SimulatedResult[]
  before: (Hex | null)[]
  after: (Hex | null)[]
  /** The account's wei before and after, what it paid for gas given back; undefined where nothing could be read. */
  wei: { before: bigint; after: bigint } | undefined
  /** The block's, in seconds since 1970. */
  time: bigint
  /** The call that sends more than there is: it and what comes after did not run. */
  short?: number
  /** It was to be paid for, and was not: contracts can tell. */
  isFree?: true
}

/** How many answers one reader gathers. */
const each = 64

/** What a reader needs for so many: 200,000 each, and a share of its own work. */
const readerGas = (reads: number) => numberToHex(250_000 * (1 + reads))

/** Whoever asks can pay for it. */
const wealth = numberToHex(2n ** 128n)

const anyAddress = () => bytesToHex(crypto.getRandomValues(new Uint8Array(20)))

const chunks = <T>(list: readonly T[], length: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / length) }, (_, index) =>
    list.slice(index * length, (index + 1) * length),
  )

/** Runs calls, each with its gas, and reads around them, in one request. */
export const run = async (
  { chainId, from, override, ahead, cap, pricing }: Scene,
  calls: readonly Call[],
  reads: readonly Read[],
): Promise<Run> => {
  // Nobody can know who will ask, and answer him otherwise than others.
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

/** How often what came in on the way may cover what looked too much. */
const patience = 8

/**
 * The same where a call may send more than there is: nodes then refuse all calls without saying which one it
 * is. What comes before it runs, and it is named.
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

/** The first call from `start` on by which more was sent than there is, nothing coming in. */
const overspending = (calls: readonly Call[], start: number, wei: bigint): number | undefined => {
  let left = wei
  const index = calls.findIndex(({ value }, at) => at >= start && (left -= BigInt(value)) < 0n)
  return index < 0 ? undefined : index
}

/** How long a node is not asked again for a simulation that is paid for, in ms. */
const refusal = 10 * 60_000

/**
 * The same, paid for as the scene says. Where the account cannot pay, or the node does not simulate that,
 * as if gas cost nothing; the latter is remembered.
 */
export const runPaid = async (
  scene: Scene,
  calls: readonly Call[],
  reads: readonly Read[],
): Promise<Run> => {
  if (!scene.pricing) return runAsFar(scene, calls, reads)
  const key = `paid:${scene.chainId}`
  const isAble = (await knownFact<boolean>(key, () => refusal)) !== false
  let trouble: SimulationFailure | undefined
  try {
    if (isAble) return await run(scene, calls, reads)
  } catch (error) {
    trouble = simulationFailure(error)
    if (trouble !== 'funds' && trouble !== 'other') throw error
  }
  const found = await runAsFar({ ...scene, pricing: undefined }, calls, reads)
  if (trouble === 'other') await remember(key, false)
  return { ...found, isFree: true }
}
