import { beforeEach, describe, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import { revoke } from '@/lib/sites/permissions'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, other } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet()

beforeEach(async () => {
  wallet.lock.isLocked = false
  await emptyDatabase()
  await connectSite(dapp, [bob, alice])
})

describe('eth_accounts', () => {
  test('gives a site its accounts, the active one first', async () => {
    expect(await wallet.send('eth_accounts', [])).toEqual({ result: [bob, alice] })
  })

  test('gives none while the wallet is locked', async () => {
    wallet.lock.isLocked = true
    expect(await wallet.send('eth_accounts', [])).toEqual({ result: [] })
  })

  test('gives another site none', async () => {
    expect(await wallet.send('eth_accounts', [], { origin: other })).toEqual({ result: [] })
  })

  test('does not look at params', async () => {
    expect(await wallet.send('eth_accounts', ['x', {}], { origin: other })).toEqual({ result: [] })
  })
})

describe('eth_chainId', () => {
  test('is the network of the site', async () => {
    expect(await wallet.send('eth_chainId', [])).toEqual({ result: '0x2105' })
  })

  test('is the default network, the first, for a site that chose none', async () => {
    const answer = await wallet.send('eth_chainId', [], { origin: other })
    expect(answer).toEqual({ result: '0x7a69' })
  })
})

describe('eth_requestAccounts', () => {
  test('asks nobody where the site is connected', async () => {
    expect(await wallet.send('eth_requestAccounts', [])).toEqual({ result: [bob, alice] })
    expect(await journal.approvals.count()).toBe(0)
  })

  test('gives what the user chose, and connects in the same write', async () => {
    const from = { origin: other }
    const { id, answer, row } = await wallet.ask('eth_requestAccounts', [], from)
    expect(row).toMatchObject({ origin: other, method: 'eth_requestAccounts', params: [] })
    const chosen = { accounts: [alice], chainId: 84532 }
    expect(await wallet.approve(id, chosen)).toBe('done')
    expect(await answer).toEqual({ result: [alice] })
    expect(await journal.permissions.get(other)).toMatchObject({ origin: other, ...chosen })
    expect(await wallet.send('eth_chainId', [], from)).toEqual({ result: '0x14a34' })
  })

  test.each([
    ['an account the wallet does not have', { accounts: [`0x${'12'.repeat(20)}`], chainId: 8453 }],
    ['a network the wallet does not have', { accounts: [alice], chainId: 2 }],
    ['no account', { accounts: [], chainId: 8453 }],
    ['nothing', {}],
  ])('cannot be granted %s', async (_, chosen) => {
    const { id, answer } = await wallet.ask('eth_requestAccounts', [], { origin: other })
    await expect(wallet.approve(id, chosen)).rejects.toThrow()
    expect(await journal.permissions.get(other)).toBeUndefined()
    await wallet.reject(id)
    expect((await answer).error?.code).toBe(4001)
  })

  test('waits for the unlock of a wallet that the site is connected with', async () => {
    wallet.lock.isLocked = true
    const { id, answer } = await wallet.ask('eth_requestAccounts', [])
    expect(await wallet.approve(id, { accounts: [bob], chainId: 8453 })).toBe('locked')
    wallet.lock.isLocked = false
    expect(await wallet.approve(id, { accounts: [bob], chainId: 8453 })).toBe('done')
    expect(await answer).toEqual({ result: [bob] })
  })
})

test('a site that was disconnected cannot act for the account any more', async () => {
  await revoke(dapp)
  const batch = { version: '2.0.0', from: bob, chainId: '0x7a69', atomicRequired: false }
  const calls = [{ to: alice }]
  expect(await wallet.send('wallet_sendCalls', [{ ...batch, calls }])).toMatchObject({
    error: { code: 4100 },
  })
})

test('a site connected with one account cannot act as the other', async () => {
  await connectSite(dapp, [alice])
  for (const [method, params] of [
    ['eth_sendTransaction', [{ from: bob, to: alice }]],
    ['wallet_getCapabilities', [bob]],
  ] as const)
    expect(await wallet.send(method, params)).toMatchObject({ error: { code: 4100 } })
})
