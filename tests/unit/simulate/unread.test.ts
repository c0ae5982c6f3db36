import {
  encodeFunctionData,
  encodePacked,
  getAddress,
  keccak256,
  maxUint256,
  pad,
  parseAbi,
  stringToHex,
  toEventSelector,
  type Address,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { doubtsOfQuote } from '@/components/approvals/doubts'
import { noteOf } from '@/components/calls/noteOf'
import type { TokenFact } from '@/components/calls/tokenFacts'
import { withUnread } from '@/components/calls/withUnread'
import type { Call, Mode } from '@/lib/db'
import { hookCall, openingsOf } from '@/lib/lock/hooks'
import type { Plan } from '@/lib/simulate/plan'
import type { Quote } from '@/lib/simulate/quote'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { explainUnread } from '@/lib/simulate/unread'
import { startChain, type Chain } from '../../chain'
import { rpc } from '../../chain/rpc'
import { encode, usdc as usdcOnBase } from '../decode/encode'
import { connectSite } from '../../harness/connectSite'
import { alice, bob, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { useChain } from '../delegate/localChain'
import { callTo, deployed, type Deployed } from './deployed'

const erc20 = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 amount)',
])

const calming = parseAbi([
  'function trustWithApproval(address other)',
  'function trustAndTake(address other, address token, uint256 amount)',
  'function trustWithin(bytes other, address token, uint256 amount)',
])

let chain: Chain
let calm: Deployed
let opened: Deployed
let usdc: Address

const transact = async ({ to, data }: Call) => {
  await rpc(chain.url, 'eth_sendTransaction', [{ from: alice, to, data, gas: '0x989680' }])
  await rpc(chain.url, 'evm_mine')
}

beforeAll(async () => {
  chain = await startChain({ hardfork: 'prague' })
  usdc = chain.contracts.usdc
  calm = await deployed(chain.url, alice, 'Calming')
  opened = await deployed(chain.url, alice, 'Unknowns')
  await rpc(chain.url, 'anvil_setBalance', [calm.address, '0xde0b6b3a7640000'])
  await transact(callTo(usdc, erc20, 'mint', [calm.address, 1_000_000n]))
  await transact(callTo(usdc, erc20, 'approve', [calm.address, maxUint256]))
})
afterAll(() => chain.stop())
beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
  useChain(chain.url)
})

type Other = 'listed' | 'unlisted' | 'held'

/** Names of a quote's tokens: lUSDC is on the list, all else is `other`. */
const facts = ({ tokens }: Quote, other: Other): Record<Address, TokenFact> =>
  Object.fromEntries(
    Object.entries(tokens).map(([address, token]) => {
      const is = address.toLowerCase() === usdc.toLowerCase() ? 'listed' : other
      return [address, { ...token, identity: { is } }]
    }),
  )

const quoted = async (calls: Call[], mode?: Mode, other: Other = 'unlisted'): Promise<Quote> => {
  const quote = await quoteBatch(
    { from: alice, chainId: 31337, atomicRequired: false, calls },
    mode,
  )
  expect(quote.verdict).toBe('succeeds')
  return withUnread(quote, facts(quote, other))
}

const isUnread = async (calls: Call[], mode?: Mode, other?: Other): Promise<boolean> => {
  const quote = await quoted(calls, mode, other)
  expect(doubtsOfQuote(quote).includes('unread call')).toBe(quote.unchecked.includes('rights'))
  return quote.unchecked.includes('rights')
}

/** So much is more than dust of the 10,000 lUSDC that the account has. */
const much = 100_000_000n

const within = (...words: Address[]): Hex => encodePacked(['address[]'], [words])

describe('nothing that a contract says of itself, or gives, explains a call that cannot be read', () => {
  test.each<[string, () => Call]>([
    ['a log of its own that names the account', () => calm.call('trustWithLog', stranger)],
    [
      'its own coin, which it takes from the account',
      () => calm.call('trustWithOwnCoin', stranger),
    ],
    ['an allowance that it keeps itself', () => calm.call('trustWithApproval', stranger)],
    ['one wei that it pays out', () => calm.call('trustWithWei', stranger)],
    ['a token that it gives', () => calm.call('trustWithGift', stranger, usdc)],
    ['one unit of a token that it takes', () => calm.call('trustAndTake', stranger, usdc, 1n)],
    ['much of a token that it takes', () => calm.call('trustAndTake', stranger, usdc, much)],
    ['dust that it takes for a hidden name', () => calm.call('trustWithin', stranger, usdc, 1n)],
    ['a token that it gives, with an unknown event', () => calm.call('claim', usdc)],
  ])('%s', async (_, call) => {
    expect(await isUnread([call()])).toBe(true)
    const paid = callTo(usdc, erc20, 'transfer', [bob, much])
    for (const mode of ['atomic', 'sequence'] as const)
      expect(await isUnread([paid, call()], mode)).toBe(true)
  })

  test('nor its own coin, be it listed', async () => {
    expect(await isUnread([calm.call('trustWithOwnCoin', stranger)], 'one', 'listed')).toBe(true)
    expect(await isUnread([calm.call('trustWithApproval', stranger)], 'one', 'listed')).toBe(true)
  })

  test('nor a token that is not listed, be it the account’s own', async () => {
    const junk = await deployed(chain.url, alice, 'PermitToken')
    await transact(junk.call('mint', alice, 1_000n))
    await transact(junk.call('approve', calm.address, maxUint256))
    const call = calm.call('trustWithin', stranger, junk.address, 900n)
    for (const is of ['unlisted', 'held'] as const)
      expect(await isUnread([call], 'one', is)).toBe(true)
    // A token is a contract too: a right may be given to it.
    expect(await isUnread([calm.call('trustToken', junk.address)])).toBe(true)
    expect(await isUnread([calm.call('trustToken', usdc)])).toBe(false)
  })
})

describe('a call that is read and logs the account in an event that nobody knows', () => {
  test('is unread where the contract that logs so is not listed, be it the account’s own', async () => {
    const { call } = await deployed(chain.url, alice, 'FalseTransfer')
    const transfer = call('transfer', stranger, 5n)
    for (const is of ['unlisted', 'held'] as const)
      expect(await isUnread([transfer], 'one', is)).toBe(true)
    expect(await isUnread([transfer], 'one', 'listed')).toBe(false)
    const paid = callTo(usdc, erc20, 'transfer', [bob, much])
    for (const mode of ['atomic', 'sequence'] as const)
      expect(await isUnread([paid, transfer], mode)).toBe(true)
  })

  test('is told by what leaves: a swap that names its trader', async () => {
    const { swap, dai } = chain.contracts
    const swapped = parseAbi([
      'function swap(address give, address get, uint256 sold, uint256 least)',
    ])
    const calls = [
      callTo(usdc, erc20, 'approve', [swap, much]),
      callTo(swap, swapped, 'swap', [usdc, dai, much, 0n]),
    ]
    for (const mode of ['atomic', 'sequence'] as const)
      expect(await isUnread(calls, mode)).toBe(false)
  })

  const logged = (to: Address, emitter: Address, event: string, chainId = 8453) =>
    explainUnread(
      {
        chainId,
        from: alice,
        calls: [
          { to, value: '0x0', data: encode('transfer(address to, uint256 amount)', [bob, 5n]) },
        ],
        ahead: [],
        mode: 'one',
        delegate: null,
        upgrade: false,
      },
      [[{ address: emitter, topics: [toEventSelector(event), pad(alice)], data: '0x' }]],
      { changes: [], allowances: [], tokens: {} },
    )

  test('asks for the contract that logs, whichever is called', () => {
    const event = 'Trusted(address,address)'
    expect(logged(stranger, stranger, event)).toEqual([[getAddress(stranger)]])
    expect(logged(stranger, bob, event)).toEqual([[getAddress(bob)]])
  })

  test('stays calm where the account itself logs, or a contract with a known name is called', () => {
    const event = 'Trusted(address,address)'
    const router = '0x6fF5693b99212Da76ad316178A184AB56D299b43'
    expect(logged(stranger, alice, event)).toEqual([])
    expect(logged(router, bob, event)).toEqual([])
    expect(logged(router, bob, event, 1)).toEqual([[getAddress(bob)]])
  })

  test.each([
    'Deposit(address,address,uint256,uint256)',
    'Withdraw(address,address,address,uint256,uint256)',
    'BalanceTransfer(address,address,uint256,uint256)',
    'Mint(address,address,uint256,uint256,uint256)',
    'Burn(address,address,uint256,uint256,uint256)',
    'Withdraw(address,address,address,uint256)',
    'LogTransfer(address,address,address,uint256,uint256,uint256,uint256,uint256)',
    'Swap(address,uint256,uint256,uint256,uint256,address)',
    'Swap(address,address,int256,int256,uint160,uint128,int24)',
    'Burn(address,uint256,uint256,address)',
    'DelegateVotesChanged(address,uint256,uint256)',
    'Withdrawal(address,uint256)',
  ])('stays calm for what gives nothing away: %s', (event) => {
    expect(logged(stranger, bob, event)).toEqual([])
  })
})

describe('a name may hide in data that nobody can tell apart', () => {
  test.each<[string, () => Call]>([
    ['in bytes', () => calm.call('trustWithin', stranger, usdc, 0n)],
    ['in bytes, as a word', () => calm.call('trustWithin', pad(stranger), usdc, 0n)],
    ['in a list of numbers', () => calm.call('trustEach', [1n, BigInt(stranger)])],
    ['at the start of 32 bytes', () => calm.call('trustWord', pad(stranger, { dir: 'right' }))],
    [
      'after a flag in one word',
      () => calm.call('trustWord', pad(encodePacked(['uint8', 'address'], [1, stranger]))),
    ],
    [
      'before an amount in one word',
      () => calm.call('trustWord', encodePacked(['address', 'uint96'], [stranger, 5n])),
    ],
    [
      'in one word with a flag, in a list of numbers',
      () => calm.call('trustEach', [1n, 2n ** 160n + BigInt(stranger)]),
    ],
    ['in a text', () => calm.call('trustText', stranger)],
    ['as a text of 20 letters', () => calm.call('trustText', 'abcdefghijabcdefghij')],
  ])('%s', async (_, call) => {
    expect(await isUnread([call()])).toBe(true)
  })
})

describe('what leaves by measured balances explains a call', () => {
  test.each<[string, () => Call]>([
    ['that names nobody else', () => calm.call('stake', much, usdc)],
    ['that names who receives it', () => calm.call('trustPayee', stranger, usdc, much)],
    ['with bytes that nobody can tell apart', () => calm.call('trustWithin', stranger, usdc, much)],
  ])('%s', async (_, call) => {
    expect(await isUnread([call()])).toBe(false)
    for (const mode of ['atomic', 'sequence'] as const)
      expect(await isUnread([call(), opened.call('ping')], mode)).toBe(false)
  })

  test.each<[string, () => Call]>([
    ['small words within bytes', () => calm.call('trustWithin', pad('0x05'), usdc, 0n)],
    ['the account within bytes', () => calm.call('trustWithin', within(alice), usdc, 0n)],
    ['a short text', () => calm.call('trustText', 'gm')],
    ['a hash', () => calm.call('trustWord', `0x${'ab'.repeat(32)}`)],
    ['a real hash', () => calm.call('trustWord', keccak256('0x'))],
    ['a short text in 32 bytes', () => calm.call('trustWord', stringToHex('code', { size: 32 }))],
    ['numbers alone', () => calm.call('trustEach', [1n, 2n])],
  ])('and nothing need be explained: %s', async (_, call) => {
    // The token in the arguments is a name of its own.
    const { to, value, data } = call()
    const bare = data.replaceAll(usdc.slice(2).toLowerCase(), alice.slice(2).toLowerCase()) as Hex
    expect(await isUnread([{ to, value, data: bare }])).toBe(false)
  })
})

describe('a call with calls within it is read step by step', () => {
  const multicall = (...data: Hex[]) => calm.call('multicall', data)
  const take = () =>
    encodeFunctionData({
      abi: calming,
      functionName: 'trustWithin',
      args: [within(alice), usdc, much],
    })
  const trust = () =>
    encodeFunctionData({ abi: calming, functionName: 'trustWithApproval', args: [stranger] })

  test('one that nobody can read leaves the whole unread, whatever another moves', async () => {
    expect(await isUnread([multicall(take(), trust())])).toBe(true)
    expect(await isUnread([multicall(trust(), take())])).toBe(true)
    expect(await isUnread([multicall(take())])).toBe(true)
  })

  test('and one within one', async () => {
    const inner = encodeFunctionData({
      abi: parseAbi(['function multicall(bytes[] data)']),
      args: [[take(), trust()]],
    })
    expect(await isUnread([multicall(inner)])).toBe(true)
  })

  test.each<[string, Address, number, boolean]>([
    [
      'a router that is known by its address',
      '0x6fF5693b99212Da76ad316178A184AB56D299b43',
      8453,
      true,
    ],
    ['one at that address elsewhere', '0x6fF5693b99212Da76ad316178A184AB56D299b43', 1, false],
    ['any other contract', stranger, 8453, false],
  ])('commands that nobody can read are those of %s', (_, to, chainId, isCalm) => {
    const data = encodeFunctionData({
      abi: parseAbi(['function execute(bytes commands, bytes[] inputs)']),
      args: ['0x10', [pad(bob)]],
    })
    const plan = {
      chainId,
      from: alice,
      calls: [{ to, value: '0x5', data }],
      ahead: [],
      mode: 'one',
      delegate: null,
      upgrade: false,
    } as const
    const nothing = { changes: [], allowances: [], tokens: {} }
    expect(explainUnread(plan, [[]], nothing)).toEqual(isCalm ? [] : undefined)
  })
})

describe('calls that another account makes are not measured', () => {
  const multicall3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
  const universalRouter: Address = '0x6fF5693b99212Da76ad316178A184AB56D299b43'
  const nobody: Address = `0x${'00'.repeat(20)}`
  const sub: Address = `0x${alice.slice(2, 40).toLowerCase()}ff`
  const transfer = encode('transfer(address to, uint256 amount)', [bob, much])
  const approve = encode('approve(address spender, uint256 amount)', [bob, much])
  const approveAll = encode('setApprovalForAll(address operator, bool approved)', [bob, true])
  const enable = encode('enableModule(address module)', [bob])
  const exec = (to: Address, data: Hex, value = 0n) =>
    encode(
      'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
      [to, value, data, 0, 0n, 0n, 0n, nobody, nobody, '0x1234'],
    )
  const batch = (onBehalfOf: Address, data: Hex) =>
    encode('batch((address target, address onBehalfOf, uint256 value, bytes data)[] items)', [
      [{ target: bob, onBehalfOf, value: 0n, data }],
    ])
  const execute = (data: Hex) =>
    encode('execute(address target, uint256 value, bytes data)', [bob, 0n, data])
  const executeBatch = (data: Hex) =>
    encode('executeBatch((address target, uint256 value, bytes data)[] calls)', [
      [{ target: bob, value: 0n, data }],
    ])
  const aggregate = (target: Address, callData: Hex) =>
    encode('aggregate3((address target, bool mayFail, bytes callData)[] calls)', [
      [{ target, mayFail: false, callData }],
    ])
  const ofItself = (data: Hex) => encode('multicall(bytes[] data)', [[data]])

  const why = (to: Address, data: Hex, own?: Plan['own']) =>
    explainUnread(
      {
        chainId: 8453,
        from: alice,
        calls: [{ to, value: '0x0', data }],
        ahead: [],
        mode: 'one',
        delegate: null,
        upgrade: false,
        ...(own ? { own } : {}),
      },
      [[]],
      { changes: [], allowances: [], tokens: {} },
    )

  test.each<[string, Hex, Address?]>([
    ['a Safe that sends a token', exec(usdcOnBase, transfer)],
    ['a Safe that sends coin', exec(bob, '0x', 5n)],
    ['a Safe that gives an allowance', exec(usdcOnBase, approve)],
    ['a Safe that gives a collection away', exec(usdcOnBase, approveAll)],
    ['a Safe that gets a module', exec(stranger, enable)],
    ['a Safe within its own calls', exec(stranger, exec(usdcOnBase, transfer))],
    ['a sub-account in a vault', batch(sub, transfer)],
    ['another account in a vault', batch(stranger, approve)],
    ['an account that it owns', execute(transfer)],
    ['an account that it owns, several calls', executeBatch(approve)],
    ['a Safe that Multicall3 calls', aggregate(stranger, exec(usdcOnBase, transfer)), multicall3],
    ['a Safe that calls itself', ofItself(exec(usdcOnBase, transfer))],
    ['a Safe that calls Multicall3', exec(multicall3, aggregate(usdcOnBase, transfer))],
  ])('%s', (_, data, to = stranger) => {
    expect(why(to, data)).toBeUndefined()
  })

  test.each<[string, Address, Hex]>([
    ['a transfer of what Multicall3 holds', multicall3, aggregate(usdcOnBase, transfer)],
    [
      'a swap of a router',
      universalRouter,
      encode('execute(bytes commands, bytes[] inputs)', [
        '0x0b',
        [encodePacked(['uint256', 'uint256'], [1n, 5n])],
      ]),
    ],
    ['calls of a contract to itself', stranger, ofItself(transfer)],
    ['a vault that acts for the account', stranger, batch(alice, approve)],
    ['calls of the account itself', alice, executeBatch(transfer)],
  ])('and these stay calm: %s', (_, to, data) => {
    expect(why(to, data)).toEqual([])
  })

  test('a call to what compares changes is the lock’s by its place alone', () => {
    const bound = { token: usdcOnBase, isDown: true, amount: 0n }
    const after = hookCall(alice, bound)
    for (const { to, data } of [after, ...openingsOf([after])]) {
      expect(why(to ?? stranger, data)).toBeUndefined()
      expect(why(to ?? stranger, data, { before: 1, behind: 0 })).toEqual([])
      expect(why(to ?? stranger, data, { before: 0, behind: 1 })).toEqual([])
    }
  })

  test('and the user is told', async () => {
    // Any call to it succeeds, as one to a Safe that the account owns would.
    const safe: Address = '0x00000000000000000000000000000000005afe00'
    await rpc(chain.url, 'anvil_setCode', [safe, '0x00'])
    for (const data of [exec(usdc, transfer), batch(sub, approve), execute(approve)]) {
      const quote = await quoted([{ to: safe, value: '0x0', data }])
      expect(doubtsOfQuote(quote)).toContain('unread call')
      expect(noteOf(quote, 0, 0)).toBe('flow_unread')
    }
  })
})
