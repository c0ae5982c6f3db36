import { erc20Abi, getAddress, numberToHex, parseAbi, zeroAddress } from 'viem'
import { beforeAll, expect, test, vi } from 'vitest'
import { useContractNames } from '@/components/calls/useContractNames'
import type { Call } from '@/lib/db'
import { permit2 } from '@/lib/decode/contracts'
import { compile } from '../../chain/compile'
import { rpc } from '../../chain/rpc'
import { alice, bob, stranger } from '../accounts'
import { firstGlance } from '../components/firstGlance'
import { callTo, deployed, type Deployed } from './deployed'
import { pay, useOddContracts } from './oddQuotes'

// The page's line to the background, which the browser alone has.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve({}) }))

// Drawn without a browser, so that no effect would load them.
beforeAll(() => useContractNames.ahead())

const { quoted, url, usdc, contracts } = useOddContracts()

/** Whom the token lies to: everybody with code. */
const everyContract = numberToHex(1n, { size: 32 })

/** Contracts alone, while accounts are answered nothing. */
const contractsAlone = numberToHex(2n, { size: 32 })

const mint = parseAbi(['function mint(address to, uint256 value)'])

/** A token of which the account has 1,000 units, and that means to give something to the stranger. */
const liar = async (): Promise<Deployed> => {
  const token = await deployed(url(), bob, 'ReaderLiar')
  for (const { to, data } of [token.call('mint', alice, 1_000n), token.call('meet', stranger)])
    await rpc(url(), 'eth_sendTransaction', [{ from: bob, to, data, gas: '0x4c4b40' }])
  await rpc(url(), 'evm_mine')
  return token
}

const ether = { asset: { standard: 'native' }, direction: 'out', amount: '0x5' }

test('a token that hides what it takes is not believed', async () => {
  const { call } = await liar()
  const quote = await quoted([call('lose', everyContract, 900n), pay(5n)])
  expect(quote.changes).toEqual([ether])
  expect(quote.unchecked).toEqual(['changes'])
})

test('a token that hides what it takes, and answers accounts nothing, is not believed', async () => {
  const { call } = await liar()
  const quote = await quoted([call('lose', contractsAlone, 900n), pay(5n)])
  expect(quote.changes).toEqual([ether])
  expect(quote.unchecked).toEqual(['changes'])
})

test.each([
  ['answers accounts otherwise', everyContract],
  ['answers them nothing', contractsAlone],
])('a token that hides an allowance and %s is not believed', async (_, lie) => {
  const { call } = await liar()
  const quote = await quoted([call('trust', lie), pay(5n)])
  expect(quote.allowances).toEqual([])
  expect(quote.unchecked).toEqual(['allowances'])
})

test('a denied allowance takes no other of that token and spender with it', async () => {
  const { call, address } = await liar()
  const kept = (await compile('odd')).Permit2
  if (!kept) throw new Error('there is no Permit2')
  await rpc(url(), 'anvil_setCode', [permit2, kept.runtime])
  const given = callTo(permit2, kept.abi, 'approve', [address, stranger, 5n, 2n ** 47n])
  const quote = await quoted([call('trust', everyContract), given])
  expect(quote.allowances).toMatchObject([
    { standard: 'Permit2', token: getAddress(address), spender: getAddress(stranger), left: '0x5' },
  ])
  expect(quote.unchecked).toEqual(['allowances'])
})

test('a token that changes is asked once more by one plain call', async () => {
  const { fetch } = globalThis
  const asked: string[] = []
  vi.stubGlobal('fetch', (to: string, init: { body: string }) => {
    asked.push(init.body)
    return fetch(to, init)
  })
  await quoted([usdc('transfer', stranger, 7n), pay(5n)])
  const input = callTo(contracts().usdc, erc20Abi, 'balanceOf', [alice]).data
  const counts = asked.map((body) => body.split(`"input":"${input}"`).length - 1)
  expect(Math.max(...counts)).toBe(1)
})

test('a token that feigns a receiver does not make him a fact', async () => {
  const { call } = await liar()
  const calls: Call[] = [call('divert', everyContract, 900n), pay(5n)]
  const quote = await quoted(calls)
  expect(quote.payees.find(({ of }) => of !== 'native')?.to).toEqual([
    { address: getAddress(stranger), amount: '0x384', isSaid: true },
  ])
  expect(firstGlance(quote, { from: alice, chainId: 31337, calls })).toContain(
    `You send −0.0000000000000009 ODD to ${stranger}, according to the token`,
  )
})

test('a token that answers everybody alike is believed', async () => {
  const { call } = await liar()
  const quote = await quoted([call('trust', numberToHex(0n, { size: 32 })), pay(5n)])
  expect(quote.allowances).toMatchObject([{ spender: getAddress(stranger), left: 'all' }])
  expect(quote.unchecked).toEqual([])
})

test.each([0, 1])(
  'what only one of two blocks touches depends on the block, %s blocks later',
  async (later) => {
    const { usdc: dollars, dai } = contracts()
    const none = zeroAddress
    const shop = await deployed(url(), bob, 'Shop', dollars, dai, none, none, stranger)
    const { data } = callTo(dai, mint, 'mint', [shop.address, 10n ** 22n])
    await rpc(url(), 'eth_sendTransaction', [{ from: bob, to: dai, data }])
    for (let blocks = 0; blocks <= later; blocks++) await rpc(url(), 'evm_mine')
    const calls = [usdc('approve', shop.address, 1_000_000_000n), shop.call('byNumber', 1)]
    expect((await quoted(calls)).unchecked).toEqual(['block'])
  },
)
