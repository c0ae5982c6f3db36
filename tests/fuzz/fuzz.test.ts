import { expect, test } from 'vitest'
import { mayAsk, type Situation } from './oracle'
import { runFuzz } from './run'

test('thousands of malformed and half-valid requests: no crash, no window, no unknown code', async () => {
  const lines: string[] = []
  const seed = Math.floor(Math.random() * 2 ** 31)
  const { asked, ...tally } = await runFuzz(3_000, seed, (line) => lines.push(line))
  expect(lines).toEqual([])
  expect(tally).toEqual({ requests: 3_000, crashes: 0, prompts: 0, uncoded: 0 })
  // Some are valid: a stack that refused everything would prove nothing.
  expect(asked).toBeGreaterThan(30)
}, 120_000)

test('the oracle tells what may ask from what may not', () => {
  const alice = `0x${'a'.repeat(40)}`
  const to = `0x${'1'.repeat(40)}`
  const site: Situation = {
    ...{ isConnected: true, isUnlocked: true, accounts: [alice] },
    ...{ chainId: 8453, chains: [8453, 84532] },
  }
  const batch = (change: object = {}) =>
    JSON.stringify([
      {
        ...{ version: '2.0.0', from: alice, chainId: '0x2105', atomicRequired: false },
        ...{ calls: [{ to }], ...change },
      },
    ])
  expect(mayAsk('wallet_sendCalls', batch(), site)).toBe(true)
  for (const change of [
    ...[{ version: '2' }, { from: to }, { chainId: '0x14a34' }, { calls: [] }, { id: '' }],
    ...[{ calls: [{ to: alice, data: '0x00' }] }, { capabilities: { magic: {} } }],
  ])
    expect(mayAsk('wallet_sendCalls', batch(change), site), JSON.stringify(change)).toBe(false)
  const moved = (chainId: string) => JSON.stringify([{ chainId }])
  expect(mayAsk('wallet_switchEthereumChain', moved('0x14a34'), site)).toBe(true)
  expect(mayAsk('wallet_switchEthereumChain', moved('0x2105'), site)).toBe(false)
  expect(mayAsk('eth_requestAccounts', '[]', site)).toBe(false)
  expect(mayAsk('eth_requestAccounts', '[]', { ...site, isUnlocked: false })).toBe(true)
  expect(mayAsk('personal_sign', '[]', site)).toBe(false)
})
