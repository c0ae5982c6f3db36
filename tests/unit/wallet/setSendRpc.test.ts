import { beforeEach, describe, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import { request } from '@/lib/network/node'
import { loadNetworks } from '@/lib/network/urls'
import { verbs } from '@/lib/wallet'
import type { WalletServices } from '@/lib/wallet/services'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'

const url = 'https://private.example/KEY'

const set = (to: string | null, chainId = 8453) =>
  verbs.setSendRpc({ chainId, url: to }, {} as WalletServices)

/** Nodes of Base; `silent` is a host that does not answer. */
const nodes = (silent = '') => {
  const refuse = () => {
    throw new TypeError(silent)
  }
  return fakeNode({
    eth_chainId: () => '0x2105',
    eth_gasPrice: () => '0x1',
    eth_sendRawTransaction: silent ? refuse : () => '0x2',
  })
}

const hostsOf = (asked: readonly { url: string; method: string }[], method: string) =>
  asked.filter((one) => one.method === method).map((one) => new URL(one.url).host)

beforeEach(async () => {
  await emptyDatabase()
  await loadNetworks()
})

describe('an RPC for sending', () => {
  test('gets every transaction, alone, and is asked nothing else', async () => {
    nodes()
    expect(await set(url)).toBe('done')
    const { asked } = nodes()
    expect(await request(8453, 'eth_sendRawTransaction', ['0x02'])).toBe('0x2')
    await request(8453, 'eth_gasPrice', [])
    expect(hostsOf(asked, 'eth_sendRawTransaction')).toEqual(['private.example'])
    expect(hostsOf(asked, 'eth_gasPrice')).toEqual(['mainnet.base.org'])
  })

  test('that is silent hands its transaction to no other', async () => {
    nodes()
    await set(url)
    const { asked } = nodes('private.example')
    await expect(request(8453, 'eth_sendRawTransaction', ['0x02'])).rejects.toMatchObject({
      code: 4901,
    })
    expect(hostsOf(asked, 'eth_sendRawTransaction')).toEqual(['private.example'])
  })

  test('of one network gets nothing of another, and once removed nothing at all', async () => {
    nodes()
    await set(url)
    const { asked } = nodes()
    await request(84532, 'eth_sendRawTransaction', ['0x02'])
    expect(await set(null)).toBe('done')
    await request(8453, 'eth_sendRawTransaction', ['0x02'])
    expect(hostsOf(asked, 'eth_sendRawTransaction')).toEqual([
      'sepolia.base.org',
      'mainnet.base.org',
    ])
    expect(await journal.networks.toArray()).toEqual([])
  })

  test.each([
    ['http://private.example/', 'bad url'],
    ['https://name:word@private.example/', 'bad url'],
  ])('%s is refused: %s', async (to, answer) => {
    const { asked } = nodes()
    expect(await set(to)).toBe(answer)
    expect(asked).toEqual([])
  })

  test('that serves another chain is refused', async () => {
    nodes()
    expect(await set(url, 84532)).toBe('other chain')
    expect(await journal.networks.toArray()).toEqual([])
  })
})
