import { beforeEach, describe, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, other } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet()
const only = [{ eth_accounts: {} }]

const granted = (origin: string, value: string[]) => ({
  result: [
    {
      invoker: origin,
      parentCapability: 'eth_accounts',
      date: expect.any(Number) as number,
      caveats: [{ type: 'restrictReturnedAccounts', value }],
    },
  ],
})

beforeEach(async () => {
  wallet.lock.isLocked = false
  await emptyDatabase()
  await connectSite(dapp, [bob, alice])
})

describe('wallet_getPermissions', () => {
  test('is empty while the wallet is locked, as the list names accounts', async () => {
    wallet.lock.isLocked = true
    expect(await wallet.send('wallet_getPermissions', [])).toEqual({ result: [] })
  })

  test('shows what the site has', async () => {
    expect(await wallet.send('wallet_getPermissions', [])).toEqual(granted(dapp, [bob, alice]))
  })

  test('shows another site nothing', async () => {
    const answer = await wallet.send('wallet_getPermissions', [], { origin: other })
    expect(answer).toEqual({ result: [] })
  })
})

describe('wallet_requestPermissions', () => {
  test('asks a connected site’s user anew, and gives what was chosen', async () => {
    const { id, answer } = await wallet.ask('wallet_requestPermissions', only)
    expect(await wallet.approve(id, { accounts: [alice], chainId: 84532 })).toBe('done')
    expect(await answer).toEqual(granted(dapp, [alice]))
    expect(await wallet.send('eth_chainId', [])).toEqual({ result: '0x14a34' })
  })

  test('leaves all as it was where the user says no', async () => {
    const { id, answer } = await wallet.ask('wallet_requestPermissions', only)
    await wallet.reject(id)
    expect(await answer).toMatchObject({ error: { code: 4001 } })
    expect(await wallet.send('eth_accounts', [])).toEqual({ result: [bob, alice] })
  })

  test.each([
    [[]],
    [[{}]],
    [[{ snap: {} }]],
    [[{ eth_accounts: {}, snap: {} }]],
    [['eth_accounts']],
  ])('refuses what is no request for accounts: %j', async (params) => {
    const answer = await wallet.send('wallet_requestPermissions', params)
    expect(answer).toMatchObject({ error: { code: -32602 } })
    expect(await journal.approvals.count()).toBe(0)
  })
})

describe('wallet_revokePermissions', () => {
  test('disconnects the site alone', async () => {
    await connectSite(other, [alice])
    expect(await wallet.send('wallet_revokePermissions', only)).toEqual({ result: null })
    expect(await wallet.send('eth_accounts', [])).toEqual({ result: [] })
    expect(await wallet.send('eth_accounts', [], { origin: other })).toEqual({ result: [alice] })
  })
})

describe('wallet_switchEthereumChain', () => {
  const to = (chainId: string) => [{ chainId }]

  test('moves the site alone, once the user agrees', async () => {
    await connectSite(other, [alice])
    const { id, answer } = await wallet.ask('wallet_switchEthereumChain', to('0x14a34'))
    expect(await wallet.send('eth_chainId', [])).toEqual({ result: '0x2105' })
    expect(await wallet.approve(id, {})).toBe('done')
    expect(await answer).toEqual({ result: null })
    expect(await wallet.send('eth_chainId', [])).toEqual({ result: '0x14a34' })
    expect(await wallet.send('eth_chainId', [], { origin: other })).toEqual({ result: '0x2105' })
  })

  test('asks nobody where the site is there already', async () => {
    const answer = await wallet.send('wallet_switchEthereumChain', to('0x2105'))
    expect(answer).toEqual({ result: null })
    expect(await journal.approvals.count()).toBe(0)
  })

  test.each([
    ['a network the wallet does not have', to('0x539'), dapp, 4902],
    ['a site that is not connected', to('0x14a34'), other, 4100],
    ['a chain ID with leading zeros', to('0x014a34'), dapp, -32602],
    ['a number', [{ chainId: 84532 }], dapp, -32602],
    ['nothing', [], dapp, -32602],
  ])('refuses %s', async (_, params, origin, code) => {
    const answer = await wallet.send('wallet_switchEthereumChain', params, { origin })
    expect(answer).toMatchObject({ error: { code } })
    expect(await journal.approvals.count()).toBe(0)
  })
})

describe('a network that a site asks for before it is connected', () => {
  const to = (chainId: string) => [{ chainId }]
  const unauthorized = { error: { code: 4100 } }
  const connecting = async (
    origin: string,
    method = 'eth_requestAccounts',
    params: unknown = [],
  ) => {
    const { id, row } = await wallet.ask(method, params, { origin })
    await wallet.reject(id)
    return row.params
  }

  test('is offered when it asks to be, the last one that it named', async () => {
    const origin = 'https://wishes.example'
    const ask = (chainId: string) =>
      wallet.send('wallet_switchEthereumChain', to(chainId), { origin })
    expect(await connecting(origin)).toEqual([])
    expect(await ask('0xa')).toMatchObject(unauthorized)
    expect(await ask('0x14a34')).toMatchObject(unauthorized)
    expect(await ask('0x539')).toMatchObject({ error: { code: 4902 } })
    expect(await connecting(origin)).toEqual({ wants: 84532 })
    expect(await connecting(origin, 'wallet_requestPermissions', only)).toEqual({ wants: 84532 })
    // It is on no network by that.
    const chain = await wallet.send('eth_chainId', [], { origin: 'https://beside.example' })
    expect(await wallet.send('eth_chainId', [], { origin })).toEqual(chain)
  })

  test('is offered to that site alone', async () => {
    const origin = 'https://evil.example'
    await wallet.send('wallet_switchEthereumChain', to('0x14a34'), { origin })
    expect(await connecting('https://beside.example')).toEqual([])
  })

  test('is forgotten where a hundred others named one since', async () => {
    const ask = (origin: string) =>
      wallet.send('wallet_switchEthereumChain', to('0x14a34'), { origin })
    await ask('https://first.example')
    for (let at = 0; at < 100; at += 1) await ask(`https://frame${at}.example`)
    expect(await connecting('https://first.example')).toEqual([])
    expect(await connecting('https://frame0.example')).toEqual({ wants: 84532 })
  })
})

describe('one document that asks to connect twice at once', () => {
  test('puts one question, and both are answered with it', async () => {
    const from = { origin: other }
    const first = await wallet.ask('eth_requestAccounts', [], from)
    const second = wallet.send('eth_requestAccounts', [], from)
    // Asked later and put by now: a second question of this document would have been put before it.
    const later = await wallet.ask('eth_requestAccounts', [], { origin: 'https://later.example' })
    const put = await journal.approvals.toArray()
    expect(put.map(({ id }) => id).toSorted()).toEqual([first.id, later.id].toSorted())
    await wallet.reject(later.id)
    expect((await later.answer).error?.code).toBe(4001)
    await wallet.approve(first.id, { accounts: [alice], chainId: 8453 })
    expect(await Promise.all([first.answer, second])).toEqual([
      { result: [alice] },
      { result: [alice] },
    ])
  })
})
