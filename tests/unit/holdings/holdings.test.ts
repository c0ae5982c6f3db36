import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  encodeFunctionResult,
  multicall3Abi,
  numberToHex,
  pad,
  parseAbi,
  type Hex,
} from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { append } from '@/lib/batch/journal'
import { cache, journal, type Call, type Mode } from '@/lib/db'
import type { Receipt } from '@/lib/db/batchEvent'
import { assetsIn, foundAssets } from '@/lib/holdings/found'
import { holdingsKey, readHoldings } from '@/lib/holdings/holdings'
import { receiptOf, hashOf, storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { fakeNode, nodeError } from '../network/fakeNode'
import { alice, bob, stranger } from '../accounts'

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const nft = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const log = (address: Hex, from: Hex, to: Hex, ...id: Hex[]) => ({
  address: address.toLowerCase() as Hex,
  data: '0x' as const,
  topics: [transfer, pad(from), pad(to), ...id.map((one) => pad(one))] as Hex[],
})

const word = (value: bigint) => ({ status: '0x1', returnData: pad(numberToHex(value)) })

const symbol = encodeAbiParameters([{ type: 'string' }], ['USDC'])

const ownCall = ({ data }: { data: Hex }) => (data.startsWith('0x95d8') ? symbol : pad('0x6'))

beforeEach(emptyDatabase)

test('a token is found in what came and went, and not in what passed between others', () => {
  const logs = [
    log(token, stranger, alice),
    log(nft, stranger, alice, '0x7'),
    log('0x1000000000000000000000000000000000000001', stranger, bob),
    { ...log(token, stranger, alice), address: 'no address' as Hex },
  ]
  expect(assetsIn(alice, [], logs)).toEqual([
    { standard: 'ERC20', address: token },
    { standard: 'ERC721', address: nft, tokenId: '7' },
  ])
})

test('what a batch brought to another account of the wallet is found there', async () => {
  const { key } = await storeBatch({ from: alice })
  const hash = hashOf('a')
  const receipt = receiptOf(hash, { logs: [log(token, alice, bob)] })
  const signed = { type: 'signed', index: 0, kind: 'call', nonce: 0, hash, raw: '0x' } as const
  await append(
    key,
    [
      { ...signed, upgrade: false },
      { type: 'sealed', hash, receipt, ran: true },
    ],
    1,
  )
  const seen = [{ standard: 'ERC20', address: token }]
  expect(await foundAssets(31337, bob)).toEqual({ own: [], seen })
  expect(await foundAssets(8453, bob)).toEqual({ own: [], seen: [] })
})

test('a batch that is over is read once, one that lives until it is over', async () => {
  const { key } = await storeBatch()
  await foundAssets(31337, alice)
  const hash = hashOf('b')
  const receipt = receiptOf(hash, { logs: [log(token, stranger, alice)] })
  await journal.events.add({
    key,
    seq: 1,
    at: 1,
    event: { type: 'sealed', hash, receipt, ran: true },
  })
  expect((await foundAssets(31337, alice)).seen).toHaveLength(1)
  await journal.batches.update(key, { live: 0 })
  await foundAssets(31337, alice)
  const read = vi.spyOn(journal.events, 'where')
  expect((await foundAssets(31337, alice)).seen).toHaveLength(1)
  expect(read).not.toHaveBeenCalled()
  read.mockRestore()
})

/** Stores a batch of calls of alice, of which the first transaction is in a block, and gives `logs`. */
const ran = async (
  calls: Call[],
  change: Partial<Receipt> = {},
  mode: Mode = calls.length > 1 ? 'sequence' : 'one',
) => {
  const { key } = await storeBatch({ calls, mode })
  const hash = hashOf(key)
  const receipt = receiptOf(hash, change)
  await append(
    key,
    [
      { type: 'signed', index: 0, kind: 'call', nonce: 0, hash, raw: '0x', upgrade: false },
      { type: 'sealed', hash, receipt, ran: true },
    ],
    1,
  )
}

const erc20 = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
])

const call = (data: Hex): Call => ({ to: token.toLowerCase() as Hex, value: '0x0', data })
const sends = (amount: bigint) =>
  call(encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [bob, amount] }))
const approves = (amount: bigint) =>
  call(encodeFunctionData({ abi: erc20, functionName: 'approve', args: [bob, amount] }))
const moves = (from: Hex) =>
  call(encodeFunctionData({ abi: erc20, functionName: 'transferFrom', args: [from, bob, 5n] }))

describe('a token is the account’s own', () => {
  test.each<[string, Call]>([
    ['sent', sends(1n)],
    ['approved', approves(1n)],
    ['sent for itself', moves(alice)],
  ])('if a call of its own has %s it', async (_, one) => {
    await ran([one])
    const { own, seen } = await foundAssets(31337, alice)
    expect(own).toEqual([{ standard: 'ERC20', address: token }])
    expect(seen).toHaveLength(1)
    expect((await foundAssets(31337, bob)).own).toEqual([])
  })

  const gift = [log(token, stranger, alice), log(token, alice, stranger)]
  const word: Call = { to: stranger, value: '0x0', data: '0x1234' }

  test.each<[string, Call[], Partial<Receipt>]>([
    ['what a log says', [word], { logs: gift }],
    ['sending nothing', [sends(0n)], { logs: gift }],
    ['taking an allowance back', [approves(0n)], { logs: gift }],
    ['moving what somebody else has', [moves(bob)], { logs: gift }],
    ['what failed', [sends(1n)], { status: '0x0' }],
    ['what has not run yet', [word, sends(1n)], { logs: gift }],
  ])('not by %s', async (_, calls, change) => {
    await ran(calls, change)
    const { own, seen } = await foundAssets(31337, alice)
    expect(own).toEqual([])
    expect(seen.map(({ address }) => address.toLowerCase())).toContain(token.toLowerCase())
  })

  test('in any call of a batch that ran as one', async () => {
    await ran([word, sends(1n)], {}, 'atomic')
    expect((await foundAssets(31337, alice)).own).toHaveLength(1)
  })

  test('for good, however many others are thrown at it', async () => {
    await ran([sends(1n)])
    const spam = Array.from({ length: 600 }, (_, at) =>
      log(pad(numberToHex(at + 1), { size: 20 }), stranger, alice),
    )
    await ran([word], { logs: spam })
    const { own, seen } = await foundAssets(31337, alice)
    expect(own).toHaveLength(1)
    expect(seen).toHaveLength(500)
  })

  test('and the page is told so', async () => {
    await ran([sends(1n)])
    await ran([word], { logs: [log(stranger, bob, alice)] })
    fakeNode({ eth_getBalance: () => '0x0', eth_simulateV1: simulating(() => 5n) })
    const { assets } = await readHoldings(31337, alice)
    expect(assets.map(({ address, isOwn }) => [address, isOwn]).toSorted()).toEqual(
      [
        [token, true],
        [stranger, false],
      ].toSorted(),
    )
  })
})

const watch = (change: object) =>
  journal.assets.add({
    key: `8453:${token}`,
    chainId: 8453,
    address: token,
    standard: 'ERC20',
    addedAt: 1,
    ...change,
  } as never)

type Asked = { to: Hex; input: Hex; gas: Hex }

/** A node that simulates calls; `balance` of a contract, 6 decimals, and the symbol USDC. */
const simulating = (balance: (to: Hex) => bigint) =>
  vi.fn(({ blockStateCalls: [block] }: { blockStateCalls: { calls: Asked[] }[] }) => [
    {
      calls: (block?.calls ?? []).map(({ to, input }) =>
        /^0x(70a0|6352)/.test(input)
          ? word(balance(to))
          : { status: '0x1', returnData: ownCall({ data: input }) },
      ),
    },
  ])

test('200 tokens take a handful of requests, and none may use up the gas of the others', async () => {
  const addresses = Array.from({ length: 200 }, (_, at) => pad(numberToHex(at + 1), { size: 20 }))
  for (const address of addresses) await watch({ key: `8453:${address}`, address })
  const simulate = simulating(BigInt)
  const { asked } = fakeNode({ eth_getBalance: () => '0x0', eth_simulateV1: simulate })
  const { assets } = await readHoldings(8453, alice)
  expect(assets.map(({ amount }) => Number(amount))).toEqual(addresses.map(Number))
  expect(assets.every(({ token: known }) => known?.symbol === 'USDC')).toBe(true)
  const calls = simulate.mock.calls.map(([{ blockStateCalls }]) => blockStateCalls[0]?.calls ?? [])
  expect(calls.map(({ length }) => length)).toEqual([200, 300, 300])
  expect(calls.flat().every(({ gas }) => Number(gas) <= 300_000)).toBe(true)
  expect(asked).toHaveLength(4)
})

test('balances are asked for in one request, and kept for the page', async () => {
  await watch({})
  await watch({ key: `8453:${nft}:7`, address: nft, standard: 'ERC721', tokenId: '7' })
  const simulate = simulating((to) => (to === nft ? BigInt(alice) : 5n))
  fakeNode({ eth_getBalance: () => '0x9', eth_simulateV1: simulate })
  const holdings = await readHoldings(8453, alice)
  expect(holdings).toEqual({
    native: '0x9',
    assets: [
      {
        standard: 'ERC20',
        address: token,
        amount: '0x5',
        isWatched: true,
        isOwn: false,
        token: { symbol: 'USDC', decimals: 6 },
      },
      {
        standard: 'ERC721',
        address: nft,
        tokenId: '7',
        amount: '0x1',
        isWatched: true,
        isOwn: false,
      },
    ],
  })
  // Two requests: the balances, and only once the tokens' own names and decimals.
  expect(simulate).toHaveBeenCalledTimes(2)
  await readHoldings(8453, alice)
  expect(simulate).toHaveBeenCalledTimes(3)
  expect((await cache.facts.get(holdingsKey(8453, alice)))?.value).toEqual(holdings)
})

test('hidden ones, and what is no token, are left out; a node that cannot simulate is asked one by one', async () => {
  await watch({})
  await watch({ key: `8453:${nft}`, address: nft, isHidden: true })
  await watch({ key: `8453:${stranger}`, address: stranger })
  const balance = vi.fn(({ to }: { to: Hex }) => (to === token ? pad('0x1') : '0x'))
  const call = (params: { to: Hex; data: Hex }) =>
    params.data.startsWith('0x70a0') ? balance(params) : ownCall(params)
  fakeNode({
    eth_getBalance: () => '0x0',
    eth_simulateV1: () => {
      throw nodeError(-32601, 'the method does not exist')
    },
    eth_call: call,
  })
  const { assets } = await readHoldings(8453, alice)
  expect(assets.map(({ address }) => address)).toEqual([token])
  expect(balance.mock.calls.map(([{ to }]) => to).toSorted()).toEqual([stranger, token].toSorted())
})

test('a node that does not answer is no account without tokens', async () => {
  await watch({})
  await cache.facts.put({ key: holdingsKey(8453, alice), value: 'before', at: 1 })
  fakeNode({
    eth_getBalance: () => '0x0',
    eth_simulateV1: () => {
      throw new Error('the network is down')
    },
  })
  await expect(readHoldings(8453, alice)).rejects.toThrow()
  expect((await cache.facts.get(holdingsKey(8453, alice)))?.value).toBe('before')
})

describe('listed tokens', () => {
  const many = Array.from({ length: 120 }, (_, at) => pad(numberToHex(at + 1), { size: 20 }))
  const [first = token, second = token] = many

  /** A node with Multicall3: `balance` of a token, undefined where its contract fails; 7 wei of the coin. */
  const multicall = (balance: (to: Hex) => Hex | undefined) =>
    vi.fn(({ to, data }: { to: Hex; data: Hex }) => {
      if (to !== '0xcA11bde05977b3631167028862bE2a173976CA11') return '0x'
      const { args } = decodeFunctionData({ abi: multicall3Abi, data })
      const calls = (args[0] ?? []) as unknown as { target: Hex; allowFailure: boolean }[]
      expect(calls.every(({ allowFailure }) => allowFailure)).toBe(true)
      return encodeFunctionResult({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        result: calls.map(({ target }) => {
          const returnData = target === to ? pad('0x7') : balance(target)
          return { success: returnData !== undefined, returnData: returnData ?? '0x' }
        }),
      })
    })

  const held = async (listed: readonly Hex[] = many) =>
    (await readHoldings(8453, alice, listed)).assets.map(({ address, amount }) => [address, amount])

  test('are asked for in one call with the coin, and those above zero are held', async () => {
    const call = multicall((to) => (to === first ? pad('0x5') : pad('0x0')))
    const { asked } = fakeNode({ eth_call: call, eth_simulateV1: simulating(() => 5n) })
    const holdings = await readHoldings(8453, alice, many)
    expect(holdings).toMatchObject({ native: '0x7', assets: [{ address: first, amount: '0x5' }] })
    // The second request is for symbol and decimals of the one that is held, once.
    expect(asked.map(({ method }) => method)).toEqual(['eth_call', 'eth_simulateV1'])
    await readHoldings(8453, alice, many)
    expect(asked).toHaveLength(3)
  })

  test('take the reads of price feeds along in their one call, and keep the answers', async () => {
    const feed = '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70'
    const silent = '0x371EAD81c9102C9BF4874A9075FFFf170F2Ee389'
    const call = multicall((to) =>
      to === feed ? '0x1234' : to === silent ? undefined : pad('0x0'),
    )
    const { asked } = fakeNode({ eth_call: call })
    const also = [
      { to: silent, data: '0x01' },
      { to: feed, data: '0x02' },
    ] as const
    expect(await readHoldings(8453, alice, many, also)).toMatchObject({
      native: '0x7',
      assets: [],
      answers: [[feed, '0x02', '0x1234']],
    })
    expect(asked).toHaveLength(1)
    expect(await readHoldings(8453, alice, many)).not.toHaveProperty('answers')
  })

  test('cannot be counted for by a contract that fails or answers with too much', async () => {
    const call = multicall((to) =>
      to === first ? undefined : to === second ? `0x${'00'.repeat(63)}05` : pad('0x0'),
    )
    fakeNode({ eth_call: call, eth_simulateV1: simulating(() => 5n) })
    expect(await held()).toEqual([])
  })

  test.each<[string, Hex]>([
    ['has no code there', '0x'],
    ['answers with something else', `0x${'12'.repeat(64)}`],
    [
      'answers for fewer tokens',
      encodeFunctionResult({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        result: [{ success: true, returnData: pad('0x7') }],
      }),
    ],
  ])('are asked for without Multicall3 where it %s', async (_, answer) => {
    fakeNode({
      eth_getBalance: () => '0x9',
      eth_call: () => answer,
      eth_simulateV1: simulating((to) => (to === first ? 5n : 0n)),
    })
    const { native, assets } = await readHoldings(8453, alice, many)
    expect(native).toBe('0x9')
    expect(assets).toMatchObject([{ address: first, amount: '0x5' }])
  })

  test('never share their call with a contract that anybody may have sent', async () => {
    await watch({ key: `8453:${stranger}`, address: stranger })
    const call = multicall(() => pad('0x0'))
    const simulate = simulating(() => 5n)
    fakeNode({ eth_call: call, eth_simulateV1: simulate })
    expect(await held()).toEqual([[stranger, '0x5']])
    const data = call.mock.calls.map(([{ data: one }]) => one).join('')
    expect(data.toLowerCase()).not.toContain(stranger.slice(2).toLowerCase())
    expect(simulate.mock.calls[0]?.[0].blockStateCalls[0]?.calls).toMatchObject([{ to: stranger }])
  })

  test('that were held stay while the list is not at hand', async () => {
    fakeNode({
      eth_getBalance: () => '0x7',
      eth_call: multicall((to) => (to === first ? pad('0x5') : pad('0x0'))),
      eth_simulateV1: simulating(() => 6n),
    })
    await held()
    expect(await held([])).toEqual([[first, '0x6']])
  })

  test('of a node that does not answer stay as they were', async () => {
    await cache.facts.put({ key: holdingsKey(8453, alice), value: 'before', at: 1 })
    const { asked } = fakeNode({
      eth_getBalance: () => '0x7',
      eth_simulateV1: simulating(() => 5n),
      eth_call: () => {
        throw new Error('the network is down')
      },
    })
    await expect(held()).rejects.toThrow()
    expect(asked.every(({ method }) => method === 'eth_call')).toBe(true)
    expect((await cache.facts.get(holdingsKey(8453, alice)))?.value).toBe('before')
  })

  test('that are hidden are not asked for', async () => {
    await watch({ key: `8453:${first}`, address: first, isHidden: true })
    const call = multicall(() => pad('0x5'))
    fakeNode({ eth_getBalance: () => '0x7', eth_call: call, eth_simulateV1: simulating(() => 5n) })
    expect(await held([first])).toEqual([])
    expect(call).not.toHaveBeenCalled()
  })
})
