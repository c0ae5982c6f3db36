import { numberToHex, type Address, type Hex } from 'viem'
import { request } from '../network/node'
import { isSilence } from '../rpc/errors'

type Read = { to: Address; data: Hex }

/** How many reads go out at a time to a node that cannot take them all in one request. */
const atOnce = 20

/** How many one request takes: a block has room for them. */
const most = 300

/** Nobody's answer may use up the gas that the others' need. */
const gas = numberToHex(300_000)

/**
 * What contracts answer at the pre-confirmed state, all asked in one request where the node can simulate;
 * undefined for what fails. Throws if the node does not answer.
 */
export const readMany = async (
  chainId: number,
  reads: readonly Read[],
): Promise<(Hex | undefined)[]> => {
  if (reads.length === 0) return []
  const [some, rest] = [reads.slice(0, most), reads.slice(most)]
  return [...(await readSome(chainId, some)), ...(await readMany(chainId, rest))]
}

const readSome = async (chainId: number, reads: readonly Read[]): Promise<(Hex | undefined)[]> => {
  const calls = reads.map(({ to, data }) => ({ to, input: data, gas }))
  const payload = { blockStateCalls: [{ calls }], traceTransfers: false, validation: false }
  try {
    const [block] = (await request(chainId, 'eth_simulateV1', [payload, 'pending'])) as [
      { calls: { status: Hex; returnData?: Hex }[] },
    ]
    return reads.map((_, index) => {
      const result = block.calls[index]
      return result && BigInt(result.status) === 1n ? result.returnData : undefined
    })
  } catch (error) {
    if (isSilence(error)) throw error
    return oneByOne(chainId, reads)
  }
}

const oneByOne = async (chainId: number, reads: readonly Read[]): Promise<(Hex | undefined)[]> => {
  const found: (Hex | undefined)[] = []
  for (let at = 0; at < reads.length; at += atOnce) {
    const some = reads.slice(at, at + atOnce).map(async (read) => {
      try {
        return (await request(chainId, 'eth_call', [read, 'pending'])) as Hex
      } catch (error) {
        if (isSilence(error)) throw error
        return undefined
      }
    })
    found.push(...(await Promise.all(some)))
  }
  return found
}
