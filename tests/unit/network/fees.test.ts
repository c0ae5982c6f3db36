import { numberToHex, parseGwei, type Hex } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Fees } from '@/lib/db'
import { knownFact } from '@/lib/network/facts'
import { offerFees, readUsualPrice, suggestFees } from '@/lib/network/fees'
import { blocksToWait, type PastBlock } from '@/lib/network/history'
import { misfitOf, type FeeOffer } from '@/lib/network/feeOffer'
import { priceAt } from '@/lib/simulate/price'
import { startChain } from '../../chain'
import { emptyDatabase } from '../database'
import { fakeNode, type Answers } from './fakeNode'

beforeEach(emptyDatabase)

const gwei = (text: string): Hex => numberToHex(parseGwei(text))

const fees = (most: string, tip: string): Fees => ({
  maxFeePerGas: gwei(most),
  maxPriorityFeePerGas: gwei(tip),
})

/** Three used blocks and more empty ones, whose zero rewards say nothing; base fee 1 gwei. */
const history: Answers = {
  eth_getBlockByNumber: (tag) => ({
    baseFeePerGas: gwei('1'),
    number: tag === 'latest' ? '0xc8' : '0x64',
    timestamp: tag === 'latest' ? numberToHex(1200) : numberToHex(1000),
  }),
  eth_feeHistory: () => ({
    // One more than blocks: the last is that of the block to come.
    baseFeePerGas: ['9', '9', '9', '0.5', '9', '0.8', '0.9', '1'].map(gwei),
    gasUsedRatio: [0, 0, 0, 0.5, 0, 0.95, 0.99],
    reward: [
      ...Array.from({ length: 3 }, () => ['0x0', '0x0', '0x0']),
      [gwei('0.01'), gwei('0.02'), gwei('0.1')],
      ['0x0', '0x0', '0x0'],
      [gwei('0.02'), gwei('0.03'), gwei('0.2')],
      [gwei('0.03'), gwei('0.04'), gwei('0.3')],
    ],
  }),
}

describe('what the network asks', () => {
  test('are three speeds: tips of recent blocks, and room for the base fee', async () => {
    const { asked } = fakeNode(history)
    const { speeds, baseFee, usual } = await offerFees(8453)
    expect(usual).toBe(gwei('0.83'))
    expect(await readUsualPrice(8453)).toBe(usual)
    expect(speeds).toEqual({
      slow: fees('1.27', '0.02'),
      normal: fees('2.03', '0.03'),
      fast: fees('3.2', '0.2'),
    })
    expect(baseFee).toBe(gwei('1'))
    expect(asked).toContainEqual(
      expect.objectContaining({
        method: 'eth_feeHistory',
        params: ['0x14', 'latest', [20, 50, 80]],
      }),
    )
    expect(await suggestFees(8453)).toEqual(speeds.normal)
  })

  test('takes as long as it would have in recent blocks, once their time is known', async () => {
    fakeNode(history)
    expect((await offerFees(8453)).waits).toEqual({})
    await vi.waitFor(async () => expect(await knownFact('blockTime:8453')).toBe(2))
    expect((await offerFees(8453)).waits).toEqual({ slow: 4, normal: 2, fast: 2 })
  })

  test.each<[string, Answers[string]]>([
    ['a chain that mines when it has to', () => ({ number: '0xc8', timestamp: '0x1' })],
    ['a chain that has just begun', () => ({ number: '0x5', timestamp: '0x1' })],
    ['a node that hides its blocks', () => null],
  ])('has no time on %s', async (_, block) => {
    fakeNode({
      ...history,
      eth_getBlockByNumber: (tag: never) =>
        tag === 'pending' ? { baseFeePerGas: '0x1' } : block(tag),
    })
    await offerFees(8453)
    await vi.waitFor(async () => expect(await knownFact('blockTime:8453')).toBeNull())
    expect((await offerFees(8453)).waits).toEqual({})
  })

  test('is never a tip of less than nodes take', async () => {
    fakeNode({
      ...history,
      eth_feeHistory: () => ({ gasUsedRatio: [0.5], reward: [['0x0', '0x1', gwei('1')]] }),
    })
    const { speeds } = await offerFees(8453)
    expect([speeds.slow, speeds.normal, speeds.fast]).toMatchObject([
      { maxPriorityFeePerGas: gwei('0.001') },
      { maxPriorityFeePerGas: gwei('0.001') },
      { maxPriorityFeePerGas: gwei('1') },
    ])
  })

  test.each<[string, unknown, { usual?: null }]>([
    ['only empty blocks', { gasUsedRatio: [0, 0], reward: [['0x0'], ['0x0']] }, { usual: null }],
    [
      'only rewards of nothing',
      { gasUsedRatio: [0.5], reward: [['0x0', '0x0', '0x0']] },
      { usual: null },
    ],
    ['no blocks', { gasUsedRatio: [], reward: [] }, {}],
    ['no rewards', { gasUsedRatio: [0.5] }, {}],
    ['rewards that are none', { gasUsedRatio: [0.5], reward: [['x']] }, {}],
    ['nothing', null, {}],
  ])(
    'is what the node suggests, at one speed, where its history has %s',
    async (_, answer, past) => {
      fakeNode({
        ...history,
        eth_feeHistory: () => answer,
        eth_maxPriorityFeePerGas: () => '0x7',
      })
      expect(await offerFees(8453)).toEqual({
        speeds: { normal: { maxFeePerGas: '0x77359407', maxPriorityFeePerGas: '0x7' } },
        waits: {},
        baseFee: gwei('1'),
        ...past,
      })
    },
  )

  test.each<[string, unknown]>([
    ['no block to come', null],
    ['a block to come without a base fee', { number: null }],
  ])('follows the newest block where the node has %s', async (_, pending) => {
    fakeNode({
      ...history,
      eth_getBlockByNumber: (tag: never) =>
        tag === 'pending' ? pending : { baseFeePerGas: gwei('1'), number: '0x1', timestamp: '0x1' },
      eth_gasPrice: () => '0x9',
    })
    const { speeds, baseFee } = await offerFees(8453)
    expect(speeds.normal).toEqual(fees('2.03', '0.03'))
    expect(baseFee).toBe(gwei('1'))
  })

  test.each<[string, number, Answers]>([
    ['block', 4901, { eth_getBlockByNumber: () => null, eth_gasPrice: () => '0x9' }],
    ['price', -32603, { eth_getBlockByNumber: () => ({}), eth_gasPrice: () => null }],
    ['readable price', -32603, { eth_getBlockByNumber: () => ({}), eth_gasPrice: () => 'x' }],
  ])('is unknown where the node has no %s: %d', async (_, code, answers) => {
    fakeNode({ ...history, ...answers })
    await expect(offerFees(8453)).rejects.toMatchObject({ code })
  })

  test('has the least tip where the node suggests none', async () => {
    const answers = { eth_feeHistory: () => null, eth_maxPriorityFeePerGas: () => null }
    fakeNode({ ...history, ...answers })
    expect((await offerFees(8453)).speeds.normal).toEqual(fees('2.001', '0.001'))
  })

  test('was usually nothing where no block held a transaction, or nobody paid; unknown where it cannot be read', async () => {
    fakeNode({
      ...history,
      eth_feeHistory: () => ({ gasUsedRatio: [0], reward: [['0x5', '0x5', '0x5']] }),
    })
    expect(await readUsualPrice(8453)).toBeNull()
    fakeNode({
      ...history,
      eth_feeHistory: () => ({ gasUsedRatio: [1], reward: [['0x0', '0x0', '0x0']] }),
    })
    expect(await readUsualPrice(8453)).toBeNull()
    fakeNode({ ...history, eth_feeHistory: () => null })
    expect(await readUsualPrice(8453)).toBeUndefined()
  })

  test('is a gas price where the chain has no base fee', async () => {
    fakeNode({ ...history, eth_getBlockByNumber: () => ({}), eth_gasPrice: () => '0x9' })
    expect(await offerFees(8453)).toEqual({
      speeds: { normal: { gasPrice: '0x9' } },
      waits: {},
      usual: gwei('0.83'),
    })
  })

  test('is told by a real node too', async () => {
    const chain = await startChain({ chainId: 8453 })
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => fetchOf(chain.url, init))
    const { speeds, baseFee } = await offerFees(8453)
    await chain.stop()
    expect(Object.keys(speeds)).toEqual(['slow', 'normal', 'fast'])
    expect(BigInt(baseFee ?? 0)).toBeGreaterThan(0n)
  })
})

const fetchOf = globalThis.fetch

test.each<[string, PastBlock[], bigint, number]>([
  ['no blocks', [], 1n, 1],
  ['room in each', [{ fullness: 0.5, baseFee: 0n, tips: [9n, 9n, 9n] }], 1n, 1],
  ['full, but for less', [{ fullness: 1, baseFee: 0n, tips: [1n, 9n, 9n] }], 1n, 1],
  [
    'two full ones in a row',
    [
      { fullness: 1, baseFee: 0n, tips: [2n, 9n, 9n] },
      { fullness: 1, baseFee: 0n, tips: [2n, 9n, 9n] },
      { fullness: 0.1, baseFee: 0n, tips: [2n, 9n, 9n] },
      { fullness: 1, baseFee: 0n, tips: [2n, 9n, 9n] },
    ],
    1n,
    3,
  ],
])('the blocks to wait for: %s', (_, blocks, tip, count) => {
  expect(blocksToWait(blocks, tip)).toBe(count)
})

describe('fees far outside', () => {
  const offer: FeeOffer = {
    speeds: { slow: fees('1.25', '0.01'), normal: fees('2', '0.02'), fast: fees('3', '0.1') },
    waits: {},
    baseFee: gwei('1'),
  }
  const legacy: FeeOffer = { speeds: { normal: { gasPrice: gwei('1') } }, waits: {} }

  test.each<[Fees, FeeOffer, ReturnType<typeof misfitOf>]>([
    [fees('0.999', '0.01'), offer, 'low'],
    [fees('1', '0.01'), offer, undefined],
    [fees('2', '0.0009'), offer, 'low'],
    [fees('30', '0.1'), offer, undefined],
    [fees('30.1', '0.1'), offer, 'high'],
    // A high tip under a high ceiling is paid.
    [fees('29', '11'), offer, 'high'],
    [fees('2', '1'), offer, undefined],
    [{ gasPrice: gwei('0.09') }, legacy, 'low'],
    [{ gasPrice: gwei('10') }, legacy, undefined],
    [{ gasPrice: gwei('10.1') }, legacy, 'high'],
  ])('%j', (chosen, where, misfit) => {
    expect(misfitOf(chosen, where)).toBe(misfit)
  })
})

test('the ceiling and whether it is covered follow the fees', () => {
  const costs = {
    gas: ['0xa', '0xa'] as Hex[],
    l1Fee: '0x5' as Hex,
    spends: '0x64' as Hex,
    balance: numberToHex(100 + 5 + 20 * 7),
  } as const
  const at = (gasPrice: Hex) => priceAt(costs, { gasPrice })
  expect(at('0x7')).toEqual({ fees: { gasPrice: '0x7' }, ceiling: '0x8c', isShort: false })
  expect(at('0x8')).toMatchObject({ ceiling: '0xa0', isShort: true })
})
