import { expect, test } from 'vitest'
import { dedupeReads } from '@/lib/rpc/dedupeReads'

/** A node that answers when it is told to, and counts. */
const slowNode = () => {
  const asked: string[] = []
  const answers: ((result: string | Error) => void)[] = []
  const read = dedupeReads((chainId, method, wire) => {
    asked.push(`${chainId} ${method} ${wire}`)
    return new Promise((resolve, reject) =>
      answers.push((result) => (result instanceof Error ? reject(result) : resolve(result))),
    )
  })
  return { read, asked, answer: (result: string | Error) => answers.shift()?.(result) }
}

test('identical reads at once are one question', async () => {
  const { read, asked, answer } = slowNode()
  let joined = 0
  const all = Array.from({ length: 100 }, () => read(1, 'eth_call', '[]', () => joined++))
  expect(joined).toBe(99)
  answer('0x1')
  expect(new Set(await Promise.all(all))).toEqual(new Set(['0x1']))
  expect(asked).toEqual(['1 eth_call []'])
})

test.each([
  ['another network', 2, 'eth_call', '[]'],
  ['another method', 1, 'eth_getCode', '[]'],
  ['other params', 1, 'eth_call', '[1]'],
] as const)('%s is another question', async (_, chainId, method, wire) => {
  const { read, asked, answer } = slowNode()
  const both = [read(1, 'eth_call', '[]'), read(chainId, method, wire)]
  answer('first')
  answer('second')
  expect(await Promise.all(both)).toEqual(['first', 'second'])
  expect(asked).toHaveLength(2)
})

test.each([['0x1'], [new Error('the node is gone')]])(
  'once answered with %s, the same is asked anew',
  async (result) => {
    const { read, asked, answer } = slowNode()
    const first = read(1, 'eth_call', '[]').catch((error: unknown) => error)
    answer(result)
    expect(await first).toBe(result)
    const second = read(1, 'eth_call', '[]')
    answer('0x2')
    expect(await second).toBe('0x2')
    expect(asked).toHaveLength(2)
  },
)

test('what comes after another answer is asked anew', async () => {
  const { read, asked, answer } = slowNode()
  const block = read(1, 'eth_blockNumber', '[]')
  const before = read(1, 'eth_call', '[]')
  answer('0x2')
  await block
  const after = read(1, 'eth_call', '[]')
  answer('of block 1')
  answer('of block 2')
  expect(await Promise.all([before, after])).toEqual(['of block 1', 'of block 2'])
  expect(asked).toHaveLength(3)
})
