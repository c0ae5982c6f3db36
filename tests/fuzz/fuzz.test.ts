import { expect, test } from 'vitest'
import { mayAsk } from './oracle'
import { runFuzz } from './fuzzRun'
import type { Situation } from './values'

test('thousands of malformed and half-valid requests: no crash, no window, no unknown code', async () => {
  const lines: string[] = []
  const seed = Math.floor(Math.random() * 2 ** 31)
  const { asked, locked, told, ...tally } = await runFuzz(3_000, seed, (line) => lines.push(line))
  expect(lines).toEqual([])
  expect(tally).toEqual({ requests: 3_000, crashes: 0, prompts: 0, uncoded: 0, leaks: 0 })
  // Some requests must be valid: a stack that refused everything would prove nothing.
  expect(asked).toBeGreaterThan(30)
  // Of the batches some must be approved with their lock. All but each third have receipts.
  expect(locked).toBeGreaterThan(0)
  expect(told).toBe(locked - Math.ceil(locked / 3))
})

test('the oracle tells what may ask from what may not', () => {
  const alice = `0x${'a'.repeat(40)}`
  const to = `0x${'1'.repeat(40)}`
  const site: Situation = {
    isConnected: true,
    isUnlocked: true,
    accounts: [alice],
    chainId: 8453,
    chains: [8453, 84532],
  }
  const batch = (change: object = {}) =>
    JSON.stringify([
      {
        version: '2.0.0',
        from: alice,
        chainId: '0x2105',
        atomicRequired: false,
        calls: [{ to }],
        ...change,
      },
    ])
  expect(mayAsk('wallet_sendCalls', batch(), site)).toBe(true)
  for (const change of [
    { version: '2' },
    { from: to },
    { chainId: '0x14a34' },
    { calls: [] },
    { id: '' },
    { calls: [{ to: alice, data: '0x00' }] },
    { capabilities: { magic: {} } },
  ])
    expect(mayAsk('wallet_sendCalls', batch(change), site), JSON.stringify(change)).toBe(false)
  const moved = (chainId: string) => JSON.stringify([{ chainId }])
  expect(mayAsk('wallet_switchEthereumChain', moved('0x14a34'), site)).toBe(true)
  expect(mayAsk('wallet_switchEthereumChain', moved('0x2105'), site)).toBe(false)
  const network = (change: object = {}) =>
    JSON.stringify([
      {
        chainId: '0x2',
        chainName: 'Own Net',
        rpcUrls: ['https://node.example'],
        nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
        ...change,
      },
    ])
  expect(mayAsk('wallet_addEthereumChain', network(), site)).toBe(true)
  expect(mayAsk('wallet_addEthereumChain', network({ chainId: '0x14A34' }), site)).toBe(true)
  for (const change of [
    { chainId: '0x2105' },
    { chainId: 2 },
    { chainName: 'N\u202e' },
    { chainName: 'Net' },
    { chainName: 'Base Mainnet' },
    { rpcUrls: [] },
    { rpcUrls: ['http://node.example'] },
    { nativeCurrency: { symbol: 'COIN', decimals: 18 } },
  ])
    expect(mayAsk('wallet_addEthereumChain', network(change), site)).toBe(false)
  const token = (options: object = {}, type = 'ERC20') =>
    JSON.stringify({ type, options: { address: to, ...options } })
  expect(mayAsk('wallet_watchAsset', token(), site)).toBe(true)
  expect(mayAsk('wallet_watchAsset', `[${token({ tokenId: '7' }, 'ERC721')}]`, site)).toBe(true)
  expect(mayAsk('wallet_watchAsset', token({}, 'ERC721'), site)).toBe(false)
  expect(mayAsk('wallet_watchAsset', token({ decimals: 37 }), site)).toBe(false)
  expect(mayAsk('wallet_watchAsset', token(), { ...site, isConnected: false })).toBe(false)
  expect(mayAsk('eth_requestAccounts', '[]', site)).toBe(false)
  expect(mayAsk('eth_requestAccounts', '[]', { ...site, isUnlocked: false })).toBe(true)
  expect(mayAsk('personal_sign', '[]', site)).toBe(false)
  expect(mayAsk('personal_sign', JSON.stringify(['hello', alice]), site)).toBe(true)
  expect(mayAsk('personal_sign', JSON.stringify([alice, 'hello']), site)).toBe(true)
  expect(mayAsk('personal_sign', JSON.stringify(['hello', to]), site)).toBe(false)
  const typed = (chainId: number, primaryType = 'Mail') => {
    const types = { EIP712Domain: [{ name: 'chainId', type: 'uint256' }], [primaryType]: [] }
    return JSON.stringify([alice, { types, primaryType, domain: { chainId }, message: {} }])
  }
  expect(mayAsk('eth_signTypedData_v4', typed(8453), site)).toBe(true)
  expect(mayAsk('eth_signTypedData_v4', typed(1), site)).toBe(false)
  expect(mayAsk('eth_signTypedData_v4', typed(8453, 'UserOperation'), site)).toBe(false)
})
