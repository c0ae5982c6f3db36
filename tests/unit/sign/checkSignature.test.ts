import type { Address, Hex } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { journal, type Approval } from '@/lib/db'
import { remember } from '@/lib/network/facts'
import { isBuiltIn, networks } from '@/lib/network/networks'
import {
  checkMessage,
  checkMessageNow,
  checkNow,
  checkTypedData,
  ownAccounts,
} from '@/lib/sign/checkSignature'
import { readTypedData } from '@/lib/sign/typedData'
import { alice, bob, dapp, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'
import { dataOf } from './typedDataSamples'
import { whyRefused } from './refusals'

const order = 'use wallet_sendCalls: an executor takes this signature as an order'
const hash32: Hex = `0x${'ab'.repeat(32)}`

beforeEach(async () => {
  await emptyDatabase()
  await journal.accounts.bulkPut([
    { address: alice, index: 0, name: 'Account 1' },
    { address: bob, index: 1, name: 'Account 2' },
  ])
})

const request = (message: Hex, from = alice) => ({ from, message, chainId: 8453 })

/** Returns what a site is told about a check that ends later. */
const told = async (checked: Promise<unknown>): Promise<string> => {
  const [ended] = await Promise.allSettled([checked])
  return whyRefused(() => {
    if (ended.status === 'rejected') throw ended.reason
  })
}

const know = (chainId: number, kind: string, account: Address = alice) =>
  remember(`code:${chainId}:${account}`, { kind, delegate: stranger })

describe('32 bytes', () => {
  test('are taken of an account of which nothing is known, and no node is asked', async () => {
    const { asked } = fakeNode({})
    expect(await told(checkMessage(request(hash32)))).toBe('taken')
    expect(asked).toEqual([])
  })

  test('are taken of an account that is plain, and where another one is delegated', async () => {
    for (const { chainId } of networks) await know(chainId, 'plain')
    await know(8453, 'executor', bob)
    expect(await told(checkMessage(request(hash32)))).toBe('taken')
  })

  // Another file's test may have left a network of its own.
  test.each(networks.map(({ chainId }) => chainId).filter(isBuiltIn))(
    'are an order of an account that has code on network %i',
    async (chainId) => {
      for (const kind of ['executor', 'foreign', 'contract']) {
        await know(chainId, kind)
        expect(await told(checkMessage(request(hash32)))).toBe(order)
      }
    },
  )

  test.each([31, 33, 0, 1, 64])('are not %i bytes, which are no order', async (length) => {
    await know(8453, 'executor')
    expect(await told(checkMessage(request(`0x${'ab'.repeat(length)}`)))).toBe('taken')
  })
})

describe('while a window is open', () => {
  const delegated = { eth_getCode: () => `0xef0100${stranger.slice(2)}` }

  test('the site’s network is asked about the account of 32 bytes', async () => {
    const { asked } = fakeNode(delegated)
    expect(await told(checkMessageNow(request(hash32)))).toBe(order)
    expect(asked.map(({ method, params }) => [method, params])).toContainEqual([
      'eth_getCode',
      [alice, 'pending'],
    ])
  })

  test('what is known of another network counts as well', async () => {
    fakeNode({ eth_getCode: () => '0x' })
    expect(await told(checkMessageNow(request(hash32)))).toBe('taken')
    await know(networks.find(({ chainId }) => chainId !== 8453)?.chainId ?? 0, 'foreign')
    expect(await told(checkMessageNow(request(hash32)))).toBe(order)
  })

  test('no network is asked about any other message', async () => {
    const { asked } = fakeNode(delegated)
    expect(await told(checkMessageNow(request('0x1234')))).toBe('taken')
    expect(asked).toEqual([])
  })

  test('a network that does not answer is an error', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(checkMessageNow(request(hash32))).rejects.toMatchObject({ code: 4901 })
  })
})

const typed = (domain: object) =>
  readTypedData(dataOf('One', { a: 'bool' }, { a: true }, domain), true)

describe('typed data', () => {
  const checked = (domain: object, accounts: Address[] = [alice], chainId = 8453) =>
    whyRefused(() =>
      checkTypedData({ from: alice, typedData: typed(domain), chainId }, { accounts }),
    )

  test('are taken of the site’s network alone', () => {
    expect(checked({})).toBe('taken')
    expect(checked({ chainId: 1 }, [], 1)).toBe('taken')
    expect(checked({}, [], 1)).toBe(
      'domain.chainId must be the network selected for this site: got 8453, expected 1',
    )
  })

  test('are taken of no network, but not of what is no number', () => {
    const domainOf = (type: string, chainId: string) => {
      const data = dataOf('One', { a: 'bool' }, { a: true })
      const fields = type ? [{ name: 'chainId', type }] : []
      const types = { ...data.types, EIP712Domain: fields }
      const typedData = readTypedData({ ...data, types, domain: { chainId } }, true)
      return whyRefused(() =>
        checkTypedData({ from: alice, typedData, chainId: 8453 }, { accounts: [] }),
      )
    }
    expect(domainOf('', '1')).toBe('taken')
    expect(domainOf('string', 'Base')).toBe('domain.chainId must be an integer')
    expect(domainOf('string', '8453')).toBe('taken')
  })

  test('are an order where one of these accounts verifies them, or an executor', () => {
    expect(checked({ verifyingContract: bob })).toBe('taken')
    expect(checked({ verifyingContract: bob }, [alice, bob])).toBe(order)
    expect(checked({ name: 'ERC4337' }, [])).toBe(order)
  })
})

describe('a request whose window is open', () => {
  const row = (method: string, params: unknown): Approval => ({
    id: 'a',
    origin: dapp,
    documentId: 'd',
    method,
    wire: '',
    params,
    state: 'pending',
    createdAt: 0,
  })

  test('is checked as a message', async () => {
    fakeNode({ eth_getCode: () => '0x' })
    expect(await checkNow(row('personal_sign', request(hash32)))).toBeNull()
    await know(84532, 'executor')
    expect(await told(checkNow(row('personal_sign', request(hash32))))).toBe(order)
  })

  test('is one that the user rejects where any account of the wallet verifies it', async () => {
    const check = (verifyingContract: Address) => {
      const typedData = typed({ verifyingContract })
      return checkNow(row('eth_signTypedData_v4', { from: alice, typedData, chainId: 8453 }))
    }
    expect(await check(stranger)).toBeNull()
    expect(await check(bob)).toBe('own account')
    await journal.accounts.delete(bob)
    expect(await check(bob)).toBeNull()
  })

  test('is checked against all accounts, hidden ones too', async () => {
    await journal.accounts.update(bob, { isHidden: true })
    expect((await ownAccounts()).toSorted()).toEqual([alice, bob].toSorted())
  })
})
