import { bytesToHex, numberToHex, type Address, type Hex } from 'viem'
import { totalValue } from '../batch/request'
import type { Call } from '../db'
import { delegation } from '../delegate/executor'
import { request } from '../network/node'
import { askSimulation, troubleOf, type Asked, type Result } from './ask'
import { decodeReads, encodeReads, readerCode, uint, type Read } from './reader'

/** What calls are simulated on: the pre-confirmed state with these before them. */
export type Scene = {
  chainId: number
  from: Address
  /** What the account is upgraded to first. */
  override: Address | null
  /** Calls of the account that are in no block yet. */
  ahead: readonly Call[]
  /** The most gas that one transaction can have. */
  cap: number
}

/** Calls that ran, and what was read immediately before and after them. */
export type Run = {
  results: Result[]
  before: (Hex | null)[]
  after: (Hex | null)[]
  /** The account's wei before and after, no gas paid; undefined where nothing could be read. */
  wei: { before: bigint; after: bigint } | undefined
  /** The block's, in seconds since 1970. */
  time: bigint
  /** The call that sends more than there is: it and what comes after did not run. */
  short?: number
}

/** How many answers one reader gathers. */
const each = 64

const readerGas = numberToHex(2 ** 24)

const anyAddress = () => bytesToHex(crypto.getRandomValues(new Uint8Array(20)))

const chunks = <T>(list: readonly T[], length: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / length) }, (_, index) =>
    list.slice(index * length, (index + 1) * length),
  )

/** Runs calls, each with its gas, and reads around them, in one request. */
export const run = async (
  { chainId, from, override, ahead, cap }: Scene,
  calls: readonly Call[],
  reads: readonly Read[],
): Promise<Run> => {
  // Nobody can know who will ask, and answer him otherwise than others.
  const [asker, reader] = [anyAddress(), anyAddress()]
  const wei: Read = { to: null, data: from, most: 32 }
  const groups = chunks([wei, ...reads], each)
  const askAll = groups.map((group): Asked => ({
    from: asker,
    to: reader,
    input: encodeReads(group),
    gas: readerGas,
  }))
  const asked = ({ to, value, data, gas }: Call): Asked => ({
    ...{ from, value, input: data, gas: gas ?? numberToHex(cap) },
    ...(to ? { to } : {}),
  })
  const { results, time } = await askSimulation(
    chainId,
    [...ahead.map(asked), ...askAll, ...calls.map(asked), ...askAll],
    {
      [reader]: { code: readerCode },
      ...(override ? { [from]: { code: delegation(override) } } : {}),
    },
  )
  const start = ahead.length + groups.length
  const answersAt = (at: number) =>
    groups.flatMap((group, index) => decodeReads(group, results[at + index]?.returnData ?? '0x'))
  const [weiBefore, ...before] = answersAt(ahead.length)
  const [weiAfter, ...after] = answersAt(start + calls.length)
  const [had, has] = [uint(weiBefore), uint(weiAfter)]
  return {
    ...{ results: results.slice(start, start + calls.length), before, after, time },
    wei: had === undefined || has === undefined ? undefined : { before: had, after: has },
  }
}

/** How often what came in on the way may cover what looked too much. */
const patience = 8

/**
 * The same where a call may send more than there is: nodes then refuse all calls without saying which one it
 * is. What comes before it runs, and it is named.
 */
export const runAsFar = async (
  scene: Scene,
  calls: readonly Call[],
  reads: readonly Read[],
): Promise<Run> => {
  let refused: unknown
  try {
    return await run(scene, calls, reads)
  } catch (error) {
    if (troubleOf(error) !== 'funds') throw error
    refused = error
  }
  const now = await request(scene.chainId, 'eth_getBalance', [scene.from, 'pending'])
  let wei = BigInt(now as Hex) - totalValue(scene.ahead)
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
