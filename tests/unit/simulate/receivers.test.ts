import { getAddress, maxUint256, numberToHex } from 'viem'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { useContractNames } from '@/components/calls/useContractNames'
import type { Call, Mode } from '@/lib/db'
import { rpc } from '../../chain/rpc'
import { alice, bob, stranger } from '../accounts'
import { firstGlance } from '../components/firstGlance'
import { deployed, type Deployed } from './deployed'
import { pay, useOddContracts } from './oddQuotes'

// The page's line to the background, which the browser alone has.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve({}) }))

// Drawn without a browser, so that no effect would load them.
beforeAll(() => useContractNames.ahead())

const { quoted, url, usdc, contracts } = useOddContracts()

const glance = async (calls: Call[], mode?: Mode): Promise<string[]> =>
  firstGlance(await quoted(calls, mode), { from: alice, chainId: 31337, calls })

const million = 1_000_000n

/** A shop that takes by `transferFrom` what it was allowed. */
const shop = (): Promise<Deployed> => deployed(url(), bob, 'Market')

test.each<Mode>(['atomic', 'sequence'])(
  'one unit to a friend does not give him what a shop takes, %s',
  async (mode) => {
    const { address, call } = await shop()
    const calls = [
      usdc('transfer', bob, 1n * million),
      usdc('approve', address, 1000n * million),
      call('pull', contracts().usdc, 1000n * million),
    ]
    const [sent] = await glance(calls, mode)
    expect(sent).toBe(
      `You send −1,001 lUSDC 1,000 lUSDC received by ${getAddress(address)} 1 lUSDC to ${bob}`,
    )
  },
)

test('a payment alone needs no second amount', async () => {
  expect(await glance([usdc('transfer', stranger, 5n * million)])).toEqual([
    `You send −5 lUSDC to ${stranger}`,
  ])
})

test('what a shop passes on is told with whom it ends', async () => {
  const { address, call } = await deployed(url(), bob, 'Exchange')
  const calls = [
    usdc('approve', address, 100n * million),
    call('trade', contracts().usdc, contracts().usdc, stranger, 100n * million),
  ]
  const [sent] = await glance(calls)
  expect(sent).toBe(`You send −100 lUSDC received by ${stranger}`)
})

test('the coin goes to whom the account sends it', async () => {
  const calls = [pay(5n), { ...pay(7n), to: bob }]
  for (const mode of ['atomic', 'sequence'] as const)
    expect(await glance(calls, mode)).toEqual([
      `You send −0.000000000000000012 ETH 0.000000000000000007 ETH to ${bob} 0.000000000000000005 ETH to ${stranger}`,
    ])
})

/** A token of the odd ones, of which the account has 1,000 units. */
const coin = async (name: string): Promise<Deployed> => {
  const token = await deployed(url(), bob, name)
  const { to, data } = token.call('mint', alice, 1000n)
  await rpc(url(), 'eth_sendTransaction', [{ from: bob, to, data, gas: '0x4c4b40' }])
  await rpc(url(), 'evm_mine')
  return token
}

const unit = '0.0000000000000001 ODD'

describe('a token that lies in its logs', () => {
  test('and gives all to somebody else does not make its receiver a fact', async () => {
    const token = await coin('DivertingToken')
    expect(await glance([token.call('transfer', bob, 100n)])).toEqual([
      `You send −${unit} to ${bob}, according to the token`,
    ])
  })

  test('and boasts is told by balances, beside what the call says', async () => {
    const token = await coin('BoastingToken')
    const [sent] = await glance([token.call('transfer', bob, 10_000n)])
    expect(sent).toBe(
      `You send −${unit} ${unit} received by ${bob} 0.00000000000001 ODD to ${bob} (as the steps say)`,
    )
  })

  test('and says nothing is told by balances', async () => {
    const token = await coin('SilentToken')
    expect(await glance([token.call('transfer', bob, 100n)])).toEqual([
      `You send −${unit} to ${bob}`,
    ])
  })

  test('and names four hundred others is told by balances', async () => {
    const token = await coin('NoisyToken')
    expect(await glance([token.call('transfer', bob, 100n)])).toEqual([
      `You send −${unit} to ${bob}`,
    ])
  })
})

test('what nobody receives is said to have no receiver', async () => {
  const token = await coin('TacitToken')
  const [sent] = await glance([token.call('burn', 100n)])
  expect(sent).toBe(`You send −${unit} destroyed, according to the token`)
})

test('a single token is told by its owner afterwards', async () => {
  const collection = await deployed(url(), bob, 'Collection')
  const { to, data } = collection.call('mint', alice, 7n)
  await rpc(url(), 'eth_sendTransaction', [{ from: bob, to, data, gas: '0x4c4b40' }])
  await rpc(url(), 'evm_mine')
  const calls = [
    collection.call('transferFrom', alice, bob, 7n),
    usdc('transfer', stranger, 5n * million),
  ]
  expect(await glance(calls)).toContainEqual(expect.stringMatching(`NFT 7 .* to ${bob}`))
})

test('a flood of empty approvals leaves the line of an allowance, read or not', async () => {
  const { call } = await deployed(url(), bob, 'ApprovalSpam')
  const flood = { ...call('spam', alice, 1_030n), value: numberToHex(1n) }
  const lines = await glance([flood, usdc('approve', stranger, maxUint256)])
  expect(lines.find((line) => line.includes(stranger))).toContain('unlimited lUSDC')
})
