import { numberToHex, type Address, type Hex } from 'viem'
import { fakeNode } from '../network/fakeNode'

type Read = { to: Address; input: Hex }
type Asked = { blockStateCalls: [{ calls: Read[] }] }

/** Returns a word as contracts answer with one. */
export const wordOf = (value: bigint | Address): Hex => numberToHex(BigInt(value), { size: 32 })

/**
 * Has a node answer reads of contracts: undefined where a read fails. Returns what was read so far, and how often it
 * was asked.
 */
export const readingNode = (answer: (to: Address, data: Hex) => Hex | undefined) => {
  const read: Read[] = []
  const node = fakeNode({
    eth_chainId: () => '0x2105',
    eth_simulateV1: ({ blockStateCalls: [{ calls }] }: Asked) => {
      read.push(...calls)
      return [
        {
          calls: calls.map(({ to, input }) => {
            const returnData = answer(to, input)
            return returnData === undefined ? { status: '0x0' } : { status: '0x1', returnData }
          }),
        },
      ]
    },
  })
  return { read, asked: node.asked }
}
