import { numberToHex, type Address, type Hex } from 'viem'
import type { Call } from '../db'
import { delegation } from '../delegate/executor'
import { knownFact, remember } from '../network/facts'
import { request } from '../network/node'
import { refusalOf } from '../network/refusal'
import { errors, isRpcError } from '../rpc/errors'
import { highestFee, priceNow } from '../network/feeOffer'
import { authorizationGas } from './floor'
import type { BlockContext } from './place'
import {
  anyAddress,
  anyReader,
  anyWei,
  decodeReads,
  encodeReads,
  isSameRead,
  uint,
  type Read,
} from './reader'
import {
  askNow,
  gasOf,
  isRoomless,
  simulationFailure,
  type SimulatedCall,
  type SimulatedResult,
} from './simulateV1'
import type { Pricing } from './pricing'

/** A call or transaction of a run; `from`: who sends it, if that is not the account. */
export type Sent = Call & { from?: Address }

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
  ahead: readonly Sent[]
  spent: bigint
  /** The highest gas limit of one transaction. */
  cap: number
  /** Set if somebody else pays for the account's gas. */
  isPaidFor?: true
  /** Fees and block fields of the run; without them gas is free. */
  pricing?: Pricing | undefined
  /** The block of the run; without it, the one that the node takes by itself. */
  place?: BlockContext | undefined
  /** Reads that are asked once more at the end, by a plain call instead of the reader. */
  again?: readonly Read[]
}

/** Returns a scene in the block that would come, where gas is paid. */
export const pricedScene = (scene: Scene, pricing: Pricing): Scene => ({
  ...scene,
  pricing,
  place: pricing.places?.next,
})

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
  /** Set if the block had to have more room than the chain's have: contracts can tell. */
  isRoomier?: true
  /** Reads that a plain call answered otherwise than the reader. */
  denied: Read[]
}

/** The most reads in one call of the reader. */
const each = 64

/** Returns the gas for one call of the reader: each read may use 200,000, the rest is for its own work. */
const readerGas = (reads: number) => numberToHex(250_000 * (1 + reads))

/** Gas of a plain call that reads: at least what the reader gives, and as much as nobody can know. */
const plainGas = () => numberToHex(250_000n + (anyWei() & 0xffffn))

/** Chains whose nodes want room in the block for the gas limits of all calls at once. */
const narrow = new Set<number>()

const chunks = <T>(list: readonly T[], length: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / length) }, (_, index) =>
    list.slice(index * length, (index + 1) * length),
  )

/** Returns what one gas costs in a run, in wei. */
const priceOf = (pricing: Pricing | undefined): bigint =>
  pricing ? priceNow(pricing.fees, pricing.block.baseFeePerGas) : 0n

/**
 * Returns what the account has at the start of a run, in wei: the real transaction has paid by then for its
 * upgrade and for the chain's own fee, which no simulation charges. Undefined if nothing is to be taken off.
 */
const startingBalance = ({ pricing, override, isPaidFor }: Scene): Hex | undefined => {
  if (pricing?.balance === undefined || isPaidFor) return undefined
  const upgrade = override ? authorizationGas * priceOf(pricing) : 0n
  const paid = upgrade + (pricing.l1Fee ?? 0n)
  if (paid === 0n) return undefined
  return numberToHex(pricing.balance > paid ? pricing.balance - paid : 0n)
}

/**
 * Simulates calls, each with its gas limit, and reads before and after them, in one request; in several that run
 * the same calls if a block has no room for all reads.
 */
export const run = async (
  scene: Scene,
  calls: readonly Sent[],
  reads: readonly Read[],
): Promise<Run> => {
  const { chainId, from, override, ahead, cap, pricing, place, again = [], isPaidFor } = scene
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
  const doubted = again.filter((read) => reads.some((other) => isSameRead(read, other)))
  const askPlainly = doubted.flatMap(({ to, data }): SimulatedCall[] =>
    to ? [{ from: asker, to, input: data, gas: plainGas() }] : [],
  )
  const asked = ({ from: sender = from, to, value, data, gas }: Sent): SimulatedCall => ({
    from: sender,
    value,
    input: data,
    gas: gas ?? numberToHex(cap),
    ...(to ? { to } : {}),
  })
  const all = [...ahead.map(asked), ...askAll, ...calls.map(asked), ...askAll, ...askPlainly]
  const room = pricing?.block.gasLimit
  const isTooMuch = room !== undefined && gasOf(all) > BigInt(room)
  if (isTooMuch && narrow.has(chainId) && reads.length > 1) return runInParts(scene, calls, reads)
  const balance = startingBalance(scene)
  const code = override ? delegation(override) : undefined
  let built: Awaited<ReturnType<typeof askNow>>
  try {
    built = await askNow(
      chainId,
      all,
      {
        [reader]: { code: anyReader() },
        ...(pricing
          ? {
              [asker]: {
                balance: numberToHex(
                  gasOf([...askAll, ...askAll, ...askPlainly]) * highestFee(pricing.fees) +
                    anyWei(),
                ),
              },
            }
          : {}),
        ...(code || balance
          ? { [from]: { ...(code ? { code } : {}), ...(balance ? { balance } : {}) } }
          : {}),
      },
      pricing,
      place,
    )
  } catch (error) {
    if (!pricing || !isTooMuch || !isRoomless(error)) throw error
    narrow.add(chainId)
    if (reads.length > 1) return runInParts(scene, calls, reads)
    const block = { ...pricing.block, gasLimit: numberToHex(gasOf(all)) }
    return {
      ...(await run({ ...scene, pricing: { ...pricing, block } }, calls, reads)),
      isRoomier: true,
    }
  }
  const { results, time } = built
  const start = ahead.length + groups.length
  const end = start + calls.length
  const answersAt = (at: number) =>
    groups.flatMap((group, index) => decodeReads(group, results[at + index]?.returnData ?? '0x'))
  const [weiBefore, ...before] = answersAt(ahead.length)
  const [weiAfter, ...after] = answersAt(end)
  const [had, has] = [uint(weiBefore), uint(weiAfter)]
  const own = results.slice(start, end)
  const price = isPaidFor ? 0n : priceOf(pricing)
  const paid = own.reduce((sum, { gasUsed }) => sum + BigInt(gasUsed) * price, 0n)
  return {
    results: own,
    before,
    after,
    time,
    wei: had === undefined || has === undefined ? undefined : { before: had, after: has + paid },
    denied: doubted.filter((read, index) => {
      const plain = results[end + groups.length + index]?.returnData
      const told = after[reads.findIndex((other) => isSameRead(read, other))]
      // No answer denies as well: a token could lie to contracts and fail for accounts.
      return uint(plain) !== uint(told)
    }),
  }
}

/** Runs the same calls twice, each time with half of the reads. */
const runInParts = async (
  scene: Scene,
  calls: readonly Sent[],
  reads: readonly Read[],
): Promise<Run> => {
  const half = reads.length >> 1
  const [first, second] = await Promise.all([
    run(scene, calls, reads.slice(0, half)),
    run(scene, calls, reads.slice(half)),
  ])
  return {
    ...first,
    before: [...first.before, ...second.before],
    after: [...first.after, ...second.after],
    denied: [...first.denied, ...second.denied],
    ...(first.isRoomier || second.isRoomier ? { isRoomier: true } : {}),
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
  calls: readonly Sent[],
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
  calls: readonly Sent[],
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
