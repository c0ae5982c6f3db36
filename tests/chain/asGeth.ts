import { numberToHex, type Hex } from 'viem'
import type { Answer } from './preconfirmNode.ts'

type Ask = (method: string, params: unknown[]) => Promise<Answer>

type Overrides = { number?: Hex; time?: Hex; gasLimit?: Hex }

type Call = { gas?: Hex }

type SimulatedBlock = { blockOverrides?: Overrides; calls?: Call[] }

type Payload = { blockStateCalls: SimulatedBlock[] }

type Header = { number: Hex; timestamp: Hex; gasLimit: Hex }

type Built = { calls: { gasUsed: Hex }[] }

/** How nodes differ in their simulations. */
export type SimulationHabits = {
  /** Seconds from one block to the next where none are asked for: 12 in geth, 1 in reth. */
  tick?: bigint
  /** The most gas that all calls of a request use: 50 million in geth (`--rpc.gascap`). */
  gasCap?: bigint
}

/** The most blocks of one request, those between included (geth's `maxSimulateBlocks`). */
const most = 256n

const refusal = (code: number, message: string): Answer => ({ error: { code, message } })

/** Gives each block its number and time, and fills the gaps; an answer if geth refuses them. */
const ordered = (
  blocks: readonly SimulatedBlock[],
  base: Header,
  tick: bigint,
): SimulatedBlock[] | Answer => {
  const all: SimulatedBlock[] = []
  let [number, time] = [BigInt(base.number), BigInt(base.timestamp)]
  for (const block of blocks) {
    const wanted = BigInt(block.blockOverrides?.number ?? number + 1n)
    if (wanted <= number)
      return refusal(-38020, `block numbers must be in order: ${wanted} <= ${number}`)
    if (wanted - BigInt(base.number) > most) return refusal(-38026, 'too many blocks')
    for (let between = number + 1n; between < wanted; between++) {
      time += tick
      const clock = { number: numberToHex(between), time: numberToHex(time) }
      all.push({ blockOverrides: clock })
    }
    const at = BigInt(block.blockOverrides?.time ?? time + tick)
    if (at <= time) return refusal(-38021, `block timestamps must be in order: ${at} <= ${time}`)
    ;[number, time] = [wanted, at]
    const clock = { number: numberToHex(number), time: numberToHex(time) }
    all.push({ ...block, blockOverrides: { ...block.blockOverrides, ...clock } })
  }
  return all
}

/** Cuts the gas of each call to what those before it have left of the request's cap. */
const capped = (blocks: readonly SimulatedBlock[], built: readonly Built[], cap: bigint) => {
  let left = cap
  return blocks.map((block, at) => {
    const calls = block.calls?.map((call, index) => {
      const gas = BigInt(call.gas ?? 0n)
      const limit = gas > left ? left : gas
      const used = BigInt(built[at]?.calls[index]?.gasUsed ?? 0n)
      // The gas used comes from a turn that may have given more.
      left = used < left ? left - used : 0n
      return limit === gas ? call : { ...call, gas: numberToHex(limit) }
    })
    return calls ? { ...block, calls } : block
  })
}

/** The error of a block whose calls find too little room: gas used so far and the limit of the next one. */
const lackOfRoom = (
  blocks: readonly SimulatedBlock[],
  built: readonly Built[],
  usual: bigint,
): Answer | undefined => {
  for (const [at, { blockOverrides, calls = [] }] of blocks.entries()) {
    const room = BigInt(blockOverrides?.gasLimit ?? usual)
    let used = 0n
    for (const [index, { gas }] of calls.entries()) {
      if (used + BigInt(gas ?? 0n) > room)
        return refusal(-38015, `block gas limit reached: ${used} >= ${room}`)
      used += BigInt(built[at]?.calls[index]?.gasUsed ?? 0n)
    }
  }
  return undefined
}

/** How often a request runs at most until its calls have the gas that geth gives them. */
const turns = 8

/**
 * Answers `eth_simulateV1` as geth does, on an anvil: numbers and times that come after the base block, room in
 * the block for each call's limit, and a cap of gas over all calls. By itself anvil simulates at the base block's
 * own number and time, which no other node does. Source: go-ethereum, internal/ethapi/simulate.go.
 */
export const simulateAsGeth = async (
  ask: Ask,
  [payload, selector = 'latest']: unknown[],
  { tick = 12n, gasCap = 50_000_000n }: SimulationHabits = {},
): Promise<Answer> => {
  const { result: base } = await ask('eth_getBlockByNumber', [selector, false])
  if (!base) return refusal(-32000, 'header not found')
  const asked = payload as Payload
  const header = base as Header
  const blocks = ordered(asked.blockStateCalls, header, tick)
  if (!Array.isArray(blocks)) return blocks
  let sent = blocks
  for (let turn = 0; ; turn++) {
    const answer = await ask('eth_simulateV1', [{ ...asked, blockStateCalls: sent }, selector])
    if (answer.error) return answer
    const built = answer.result as Built[]
    const cut = capped(blocks, built, gasCap)
    if (turn < turns && JSON.stringify(cut) !== JSON.stringify(sent)) {
      sent = cut
      continue
    }
    return lackOfRoom(sent, built, BigInt(header.gasLimit)) ?? answer
  }
}
