import { numberToHex, type Address, type Hex } from 'viem'
import { request } from '../network/node'
import { isSilence } from '../rpc/errors'

type Read = { to: Address; data: Hex }

/** The most reads at a time to a node that does not take them in one request. */
const atOnce = 20

/** The most reads in one request: a block has gas for them. */
const most = 300

/** Gas for each read, so that none uses up the gas of the others. */
const gas = numberToHex(300_000)

/** The state that is read: the pre-confirmed one, that of the newest block, or of one by its number. */
type At = 'pending' | 'latest' | Hex

/**
 * Reads contracts, at the pre-confirmed state unless `at` says otherwise, in one `eth_simulateV1` request if the node has it, else with
 * one `eth_call` each. Undefined for a read that fails. Throws 4901 if the node does not answer.
 */
export const readMany = async (
  chainId: number,
  reads: readonly Read[],
  at: At = 'pending',
): Promise<(Hex | undefined)[]> => {
  if (reads.length === 0) return []
  const [some, rest] = [reads.slice(0, most), reads.slice(most)]
  return [...(await readSome(chainId, some, at)), ...(await readMany(chainId, rest, at))]
}

const readSome = async (
  chainId: number,
  reads: readonly Read[],
  at: At,
): Promise<(Hex | undefined)[]> => {
  const calls = reads.map(({ to, data }) => ({ to, input: data, gas }))
  const payload = { blockStateCalls: [{ calls }], traceTransfers: false, validation: false }
  try {
    const [block] = (await request(chainId, 'eth_simulateV1', [payload, at])) as [
      { calls: { status: Hex; returnData?: Hex }[] },
    ]
    return reads.map((_, index) => {
      const result = block.calls[index]
      return result && BigInt(result.status) === 1n ? result.returnData : undefined
    })
  } catch (error) {
    if (isSilence(error)) throw error
    return oneByOne(chainId, reads, at)
  }
}

const oneByOne = async (
  chainId: number,
  reads: readonly Read[],
  at: At,
): Promise<(Hex | undefined)[]> => {
  const found: (Hex | undefined)[] = []
  for (let next = 0; next < reads.length; next += atOnce) {
    const some = reads.slice(next, next + atOnce).map(async (read) => {
      try {
        return (await request(chainId, 'eth_call', [read, at])) as Hex
      } catch (error) {
        if (isSilence(error)) throw error
        return undefined
      }
    })
    found.push(...(await Promise.all(some)))
  }
  return found
}
