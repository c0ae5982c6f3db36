import { beforeEach, describe, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { findNetwork } from '@/lib/network/networks'
import { loadNetworks, urlsOf } from '@/lib/network/urls'
import * as permissions from '@/lib/sites/permissions'
import { verbs, type Verbs } from '@/lib/wallet'
import type { WalletServices } from '@/lib/wallet/services'
import { storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { dapp } from '../accounts'
import { connectSite } from '../../harness/connectSite'

const services = {} as WalletServices
const edit = (change: Verbs['editNetwork']['takes']['edit'], chainId = 8453) =>
  verbs.editNetwork({ chainId, edit: change }, services)
const remove = (chainId: number) => verbs.removeNetwork({ chainId }, services)

const [a, b] = ['https://a.example/KEY', 'https://b.example/KEY'] as const
const base = 'https://mainnet.base.org'

/** A fake of `fetch`: nodes that serve these chains. */
const nodes = (served: Record<string, string>) =>
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    const { id } = JSON.parse(body) as { id: number }
    const result = served[url]
    if (!result) return Promise.reject(new TypeError(url))
    return Promise.resolve(new Response(JSON.stringify({ id, result })))
  })

beforeEach(async () => {
  await emptyDatabase()
  nodes({ [a]: '0x2105', [b]: '0x2105', 'https://c.example/': '0x1' })
})

describe('an RPC of the user’s own', () => {
  test('takes the place of the public one, in the order of the user', async () => {
    expect(await edit({ add: a })).toBe('done')
    expect(urlsOf(8453)).toEqual([a])
    await edit({ add: b })
    expect(urlsOf(8453)).toEqual([a, b])
    await edit({ raise: 1 })
    expect(urlsOf(8453)).toEqual([b, a])
    await edit({ raise: 0 })
    expect(urlsOf(8453)).toEqual([b, a])
    await edit({ isPublicToo: true })
    expect(urlsOf(8453)).toEqual([b, a, base])
    await edit({ isPublicToo: false })
    await edit({ remove: 0 })
    expect(urlsOf(8453)).toEqual([a])
  })

  test('leaves nothing behind when the last one goes', async () => {
    await edit({ add: a })
    await edit({ isPublicToo: true })
    await edit({ remove: 0 })
    expect(urlsOf(8453)).toEqual([base])
    expect(await journal.networks.count()).toBe(0)
  })

  test.each<[string, string]>([
    ['bad url', 'a.example'],
    ['bad url', 'http://a.example'],
    ['no answer', 'https://silent.example'],
    ['other chain', 'https://c.example'],
  ])('is not added: %s for %s', async (answer, url) => {
    expect(await edit({ add: url })).toBe(answer)
    expect(await journal.networks.count()).toBe(0)
  })

  test('is not added twice', async () => {
    await edit({ add: a })
    expect(await edit({ add: a })).toBe('same node')
    expect(urlsOf(8453)).toEqual([a])
  })
})

test('a network is hidden and shown', async () => {
  await edit({ isHidden: true })
  expect(findNetwork(8453)?.isHidden).toBe(true)
  await edit({ isHidden: false })
  expect(findNetwork(8453)?.isHidden).toBeUndefined()
  expect(await journal.networks.count()).toBe(0)
})

describe('a network of the user’s own', () => {
  beforeEach(async () => {
    const custom = { name: 'Own', symbol: 'OWN', decimals: 18, opStack: false, genesis: null }
    await journal.networks.put({ chainId: 777, urls: [a], custom })
    await loadNetworks()
  })

  test('keeps its last RPC', async () => {
    expect(await edit({ remove: 0 }, 777)).toBe('last')
    expect(urlsOf(777)).toEqual([a])
  })

  test('is removed, and its sites go to the default one', async () => {
    await connectSite(dapp, undefined, 777)
    expect(await remove(777)).toBe('done')
    expect(findNetwork(777)).toBeUndefined()
    expect(await permissions.site(dapp)).toMatchObject({ chainId: 31337 })
    expect(await remove(777)).toBe('done')
  })

  test('stays while a batch lives there', async () => {
    await storeBatch({ chainId: 777 })
    expect(await remove(777)).toBe('live')
    expect(findNetwork(777)).toBeDefined()
    await journal.batches.toCollection().modify({ live: 0 })
    expect(await remove(777)).toBe('done')
  })

  test('stays while a site that is there waits for the user', async () => {
    await connectSite(dapp, undefined, 777)
    await journal.approvals.add({
      id: '1',
      origin: dapp,
      documentId: 'd',
      method: 'personal_sign',
      wire: '[]',
      params: [],
      state: 'pending',
      createdAt: 1,
    })
    expect(await remove(777)).toBe('asked')
    expect(findNetwork(777)).toBeDefined()
  })
})

test('a network that is built in stays', async () => {
  expect(await remove(8453)).toBe('done')
  expect(findNetwork(8453)).toBeDefined()
})
