import { numberToHex, type Address, type Hex } from 'viem'
import type { CallOutcome } from './quote'
import { anyAddress, anyReader, decodeReads, encodeReads, type Read } from './reader'
import { callOutcome } from './revertReason'
import { askNow } from './simulateV1'
import { readNextPlace } from './surroundings'

/** A call of anybody, as it might come. */
export type RehearsedCall = { from: Address; to: Address; data: Hex }

/** Outcome of calls if they ran now, and the answers of contracts before and after them; `time` in seconds since 1970. */
export type Rehearsal = {
  outcomes: CallOutcome[]
  before: (Hex | null)[]
  after: (Hex | null)[]
  time: number
}

/** Gas for one call; for the reader, 200,000 a read and some for its own work. */
const callGas = numberToHex(2_000_000)
const readerGas = (reads: number) => numberToHex(250_000 * (1 + reads))

/**
 * Simulates calls of several senders one after another in the block that would come, without signatures or gas costs,
 * and reads contracts before and after them. Throws if the node cannot simulate.
 */
export const rehearse = async (
  chainId: number,
  calls: readonly RehearsedCall[],
  asked: readonly { to: Address; data: Hex }[],
): Promise<Rehearsal> => {
  const [asker, reader] = [anyAddress(), anyAddress()]
  const reads = asked.map(({ to, data }): Read => ({ to, data, most: 96 }))
  const ask = { from: asker, to: reader, input: encodeReads(reads), gas: readerGas(reads.length) }
  const run = calls.map(({ from, to, data }) => ({ from, to, input: data, gas: callGas }))
  const overrides = { [reader]: { code: anyReader() } }
  // A contract that sees another block than the one to come could tell a rehearsal by it.
  const place = await readNextPlace(chainId)
  const all = [ask, ...run, ask]
  const { results, time } = await askNow(chainId, all, overrides, undefined, place)
  const answersOf = (at: number) => decodeReads(reads, results[at]?.returnData ?? '0x')
  return {
    outcomes: run.map((_, index) => callOutcome(results[index + 1])),
    before: answersOf(0),
    after: answersOf(run.length + 1),
    time: Number(time),
  }
}
