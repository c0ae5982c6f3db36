import {
  getAddress,
  maxUint256,
  numberToHex,
  pad,
  parseAbi,
  stringToHex,
  type Address,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import type { Call, Mode } from '@/lib/db'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { doubtsOfQuote } from '@/components/approvals/doubts'
import { startChain, type Chain } from '../../chain'
import { rpc } from '../../chain/rpc'
import { alice, bob, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { connectSite } from '../../harness/connectSite'
import { useChain } from '../delegate/localChain'
import { callTo, deployed, type Deployed } from './deployed'

const names = [
  'MorphoRights',
  'UnknownDoor',
  'CometRights',
  'DebtRights',
  'RelayerRights',
  'OperatorRights',
  'Claims',
  'PrefixRights',
  'Connector',
  'VoteRights',
  'PendingOwner',
  'Names',
  'Unknowns',
  'Exchange',
  'ApprovalSpam',
  'Control',
  'Delegates',
] as const

/** Morpho's address on every chain. Code that only writes a slot stands there. */
const morpho = '0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb'
const onlyWrites = '0x600160005500'

let chain: Chain
const contracts: Record<string, Deployed> = {}

beforeAll(async () => {
  chain = await startChain({ hardfork: 'prague' })
  for (const name of names) contracts[name] = await deployed(chain.url, alice, name)
  await transact(at('Control').call('claim'))
  await rpc(chain.url, 'anvil_setCode', [morpho, onlyWrites])
})
afterAll(() => chain.stop())
beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
  useChain(chain.url)
})

const at = (name: (typeof names)[number]): Deployed => {
  const found = contracts[name]
  if (!found) throw new Error(`nothing is deployed as ${name}`)
  return found
}

const quoted = (calls: Call[], mode?: Mode, change: Partial<BatchRequest> = {}) =>
  quoteBatch({ from: alice, chainId: 31337, atomicRequired: false, calls, ...change }, mode)

const transact = async ({ to, data }: Call) => {
  await rpc(chain.url, 'eth_sendTransaction', [{ from: alice, to, data, gas: '0x989680' }])
  await rpc(chain.url, 'evm_mine')
}

const authorize = parseAbi(['function setAuthorization(address authorized, bool newIsAuthorized)'])

const right = (standard: string, keeper: Address, left: Hex | 'all', over: object = {}) => ({
  standard,
  token: getAddress(keeper),
  spender: stranger,
  before: '0x0',
  left,
  ...over,
})

test('a right that its contract does not confirm is told by the call, and marked', async () => {
  const call = callTo(morpho, authorize, 'setAuthorization', [stranger, true])
  const quote = await quoted([call])
  expect(quote).toMatchObject({ verdict: 'succeeds', changes: [] })
  expect(quote.allowances).toEqual([right('act', morpho, 'all', { isUnproven: true })])
  expect(doubtsOfQuote(quote)).toEqual(['given right'])
})

test('a right that its contract denies is told by the call: it may be kept elsewhere', async () => {
  const { address, call } = at('PendingOwner')
  const quote = await quoted([call('transferOwnership', stranger)])
  expect(quote.allowances).toEqual([right('control', address, 'all', { isUnproven: true })])
})

/** A batch of Euler's connector with these calls of its own. */
const connect = (...calls: Call[]): Call => {
  const nobody = pad('0x', { size: 20 })
  const items = calls.map(({ to, data }) => {
    return { targetContract: to, onBehalfOfAccount: nobody, value: 0n, data }
  })
  return at('Connector').call('batch', items)
}

test('a step that nobody can read leaves a batch of the connector unread, whatever else it gives', async () => {
  const { call } = at('Connector')
  const unread = at('Unknowns').call('trust', stranger)
  for (const steps of [
    [unread],
    [unread, call('setAccountOperator', alice, stranger, true)],
    [call('setAccountOperator', alice, stranger, true), unread],
  ])
    expect(await quoted([connect(...steps)])).toMatchObject({
      verdict: 'succeeds',
      unchecked: ['rights'],
    })
})

const node: Hex = `0x${'5e'.repeat(32)}`

/** The role of a contract's admin, and a right of delegate.xyz: both begin or end with zeros. */
const admin: Hex = `0x${'00'.repeat(32)}`
const votes = stringToHex('vote', { size: 32 })

describe.each<[string, () => Call, () => object]>([
  [
    'Morpho',
    () => at('MorphoRights').call('setAuthorization', stranger, true),
    () => right('act', at('MorphoRights').address, 'all'),
  ],
  [
    'Comet',
    () => at('CometRights').call('allow', stranger, true),
    () => right('act', at('CometRights').address, 'all'),
  ],
  [
    'a debt token of Aave',
    () => at('DebtRights').call('approveDelegation', stranger, 500n),
    () => right('borrow', at('DebtRights').address, '0x1f4'),
  ],
  [
    'a debt token of Aave without limit',
    () => at('DebtRights').call('approveDelegation', stranger, maxUint256),
    () => right('borrow', at('DebtRights').address, 'all'),
  ],
  [
    'Balancer',
    () => at('RelayerRights').call('setRelayerApproval', alice, stranger, true),
    () => right('act', at('RelayerRights').address, 'all'),
  ],
  [
    'ERC-777',
    () => at('OperatorRights').call('authorizeOperator', stranger),
    () => right('take', at('OperatorRights').address, 'all'),
  ],
  [
    'ERC-6909',
    () => at('Claims').call('setOperator', stranger, true),
    () => right('take', at('Claims').address, 'all'),
  ],
  [
    'ERC-6909 for one ID',
    () => at('Claims').call('approve', stranger, 7n, 500n),
    () => right('take', at('Claims').address, '0x1f4', { tokenId: '0x7' }),
  ],
  [
    'ENS',
    () => at('Names').call('setOwner', node, stranger),
    () => right('control', at('Names').address, 'all', { tokenId: node }),
  ],
  [
    'Euler, for all sub-accounts',
    () => at('PrefixRights').call('setOperator', alice.slice(0, 40).toLowerCase(), stranger, 1n),
    () => right('act', at('PrefixRights').address, 'all'),
  ],
  [
    'Euler, within a function that nobody knows',
    () => at('PrefixRights').call('batch', stranger, '0x1234'),
    () => right('act', at('PrefixRights').address, 'all'),
  ],
  [
    'Euler, within a batch of its connector',
    () => connect(at('Connector').call('setAccountOperator', alice, stranger, true)),
    () => right('act', at('Connector').address, 'all'),
  ],
  [
    'votes',
    () => at('VoteRights').call('delegate', stranger),
    () => right('vote', at('VoteRights').address, 'all'),
  ],
  [
    'a role, by its function',
    () => at('Control').call('grantRole', admin, stranger),
    () => right('control', at('Control').address, 'all', { tokenId: admin }),
  ],
  [
    'a role, by its event alone',
    () => at('Control').call('promote', stranger),
    () => right('control', at('Control').address, 'all', { tokenId: admin }),
  ],
  [
    'a contract’s owner, by the event alone',
    () => at('Control').call('hand', stranger),
    () => right('control', at('Control').address, 'all'),
  ],
  [
    'delegate.xyz, by its function',
    () => at('Delegates').call('delegateAll', stranger, votes, true),
    () => right('act', at('Delegates').address, 'all', { tokenId: votes }),
  ],
  [
    'delegate.xyz, by its event alone',
    () => at('Delegates').call('entrust', stranger),
    () => right('act', at('Delegates').address, 'all', { tokenId: votes }),
  ],
  [
    'a function that nobody knows, by the event of Morpho',
    () => at('UnknownDoor').call('enter', stranger),
    () => right('act', at('UnknownDoor').address, 'all'),
  ],
])('a right is a fact: %s', (_, call, given) => {
  test.each<Mode>(['one', 'atomic', 'sequence'])('in mode %s', async (mode) => {
    const ping = at('Unknowns').call('ping')
    const quote = await quoted(mode === 'one' ? [call()] : [call(), ping], mode)
    expect(quote).toMatchObject({ mode, verdict: 'succeeds', changes: [] })
    expect(quote.allowances).toEqual([given()])
    expect(quote.unchecked).toEqual([])
    expect(doubtsOfQuote(quote)).toEqual(['given right'])
  })
})

test('a right that is taken back, or given and taken back, reads as such', async () => {
  const { address, call } = at('OperatorRights')
  const twice = await quoted([
    call('authorizeOperator', stranger),
    call('revokeOperator', stranger),
  ])
  expect(twice.allowances).toEqual([right('take', address, '0x0')])
  expect(doubtsOfQuote(twice)).toEqual([])
  await transact(call('authorizeOperator', bob))
  const back = await quoted([call('revokeOperator', bob)])
  expect(back.allowances).toEqual([right('take', address, '0x0', { spender: bob, before: 'all' })])
  expect(doubtsOfQuote(back)).toEqual([])
})

test('a right of somebody else, and one for the account itself, are none of its own', async () => {
  const quote = await quoted([
    at('RelayerRights').call('setRelayerApproval', bob, stranger, true),
    at('CometRights').call('allow', alice, true),
  ])
  expect(quote.allowances).toEqual([])
})

test('balances of ERC-6909 are read like those of other tokens', async () => {
  const { address, call } = at('Claims')
  await transact(call('mint', 7n, 500n))
  const asset = { standard: 'ERC6909', address: getAddress(address), tokenId: '0x7' }
  const quote = await quoted([call('transfer', stranger, 7n, 500n)])
  expect(quote.changes).toEqual([{ asset, direction: 'out', amount: '0x1f4' }])
  expect(quote.payees).toEqual([
    {
      of: `erc6909 ${address} 0x7`.toLowerCase(),
      to: [{ address: getAddress(stranger), amount: '0x1f4' }],
    },
  ])
  expect(quote.unchecked).toEqual([])
})

describe('a call that cannot be read', () => {
  const word = (address: Address): Hex => pad(address, { dir: 'right' })
  test.each<[string, () => Call]>([
    ['names somebody else', () => at('Unknowns').call('trust', stranger)],
    [
      'names somebody else, and sends a wei',
      () => ({ ...at('Unknowns').call('trust', stranger), value: '0x1' }),
    ],
    ['logs the account with an event that nobody knows', () => at('Unknowns').call('note', 5n)],
    [
      'hides a name within 32 bytes, and logs the account',
      () => at('Unknowns').call('trustAloud', word(stranger)),
    ],
    [
      'carries data that cannot be told apart',
      () => {
        const call = at('Unknowns').call('trustPacked', stranger)
        return { ...call, data: `${call.data}${stranger.slice(2)}` as Hex }
      },
    ],
  ])('and %s is said to be unread, alone or among others that do something', async (_, call) => {
    const alone = await quoted([call()])
    expect(alone).toMatchObject({ verdict: 'succeeds', unchecked: ['rights'] })
    expect(doubtsOfQuote(alone)).toEqual(['unread call'])
    const mint = at('Claims').call('mint', 1n, 1n)
    for (const mode of ['atomic', 'sequence'] as const)
      expect(await quoted([mint, call()], mode)).toMatchObject({
        mode,
        verdict: 'succeeds',
        unchecked: ['rights'],
      })
  })

  test.each<[string, () => Call]>([
    ['names nobody', () => at('Unknowns').call('ping')],
    ['names only the account', () => at('Unknowns').call('trust', alice)],
    ['casts a vote', () => at('Unknowns').call('castVote', 1n, 1)],
    ['brings tokens in', () => at('Claims').call('mint', 2n, 5n)],
  ])('and %s stays calm', async (_, call) => {
    expect(await quoted([call()])).toMatchObject({ verdict: 'succeeds', unchecked: [] })
  })

  test('and takes tokens of the account is told by its balances, unless it names one whose part nobody sees', async () => {
    const { usdc } = chain.contracts
    const erc20 = parseAbi(['function approve(address spender, uint256 amount)'])
    const { address, call } = at('Exchange')
    const amount = 100_000_000n
    const trade = (to: Address) =>
      quoted([
        callTo(usdc, erc20, 'approve', [address, amount]),
        call('trade', usdc, usdc, to, amount),
      ])
    expect(await trade(stranger)).toMatchObject({ verdict: 'succeeds', unchecked: ['rights'] })
    const calm = await trade(address)
    expect(calm).toMatchObject({ verdict: 'succeeds', unchecked: [] })
    // The token itself must be known: the page looks.
    expect(calm.explained).toEqual([[usdc], [usdc]])
  })
})

test('a flood of empty approvals hides none that a call gives', async () => {
  const { call } = at('ApprovalSpam')
  const { usdc } = chain.contracts
  const erc20 = parseAbi(['function approve(address spender, uint256 amount)'])
  const flood = { ...call('spam', alice, 1_030n), value: numberToHex(1n) }
  const quote = await quoted([flood, callTo(usdc, erc20, 'approve', [stranger, maxUint256])])
  expect(quote.allowances).toEqual([
    { standard: 'ERC20', token: usdc, spender: stranger, before: '0x0', left: 'all' },
  ])
  // Every balance was read: only allowances were too many.
  expect(quote.unchecked).toEqual(['allowances'])
})
