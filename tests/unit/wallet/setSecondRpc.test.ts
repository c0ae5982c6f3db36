import { beforeEach, describe, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import { askSecond, hasSecond } from '@/lib/network/secondRpc'
import { verbs } from '@/lib/wallet'
import type { WalletServices } from '@/lib/wallet/services'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'

const set = (url: string | null, chainId = 8453) =>
  verbs.setSecondRpc({ chainId, url }, {} as WalletServices)

const base = () => fakeNode({ eth_chainId: () => '0x2105', eth_blockNumber: () => '0x1' })

beforeEach(emptyDatabase)

test('a node that serves the network’s chain is kept and asked from then on', async () => {
  const { asked } = base()
  expect(await set(' https://second.example/v2/KEY?a=b#c ')).toBe('done')
  expect(await journal.networks.toArray()).toEqual([
    { chainId: 8453, secondUrl: 'https://second.example/v2/KEY?a=b#c' },
  ])
  expect(await askSecond(8453, 'eth_blockNumber', [])).toBe('0x1')
  expect(new Set(asked.map(({ method }) => method))).toEqual(
    new Set(['eth_chainId', 'eth_blockNumber']),
  )
})

test('another takes its place, and none takes it away', async () => {
  base()
  await set('https://second.example/')
  expect(await set('http://127.0.0.1:8546')).toBe('done')
  expect(await journal.networks.toArray()).toEqual([
    { chainId: 8453, secondUrl: 'http://127.0.0.1:8546/' },
  ])
  expect(await set(null)).toBe('done')
  expect(await hasSecond(8453)).toBe(false)
})

describe('what is refused leaves the choice as it was, and is sent nothing', () => {
  test.each([
    '',
    'second.example',
    'http://second.example/',
    'http://127.0.0.1.example/',
    'http://[::1]:8545/',
    'ws://192.168.0.1:8545/',
    'ws://second.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://',
    'https://name:word@second.example/',
    'https://name@second.example/',
  ])('%j is no URL to ask', async (url) => {
    base()
    await set('https://before.example/')
    const { asked } = base()
    expect(await set(url)).toBe('bad url')
    expect(asked).toEqual([])
    expect(await journal.networks.toArray()).toMatchObject([{ chainId: 8453 }])
  })

  test.each(['https://mainnet.base.org', 'https://MAINNET.base.org/v2?key=x'])(
    '%s is the network’s own node',
    async (url) => {
      const { asked } = base()
      expect(await set(url)).toBe('same node')
      expect(asked).toEqual([])
      expect(await hasSecond(8453)).toBe(false)
    },
  )
})

test('a node of another chain is refused', async () => {
  base()
  expect(await set('https://second.example/', 84532)).toBe('other chain')
  expect(await hasSecond(84532)).toBe(false)
})

test.each([null, 'Base', 8453, '0x'])(
  'a node that names no chain is refused: %j',
  async (served) => {
    fakeNode({ eth_chainId: () => served })
    expect(await set('https://second.example/')).toBe('no answer')
    expect(await hasSecond(8453)).toBe(false)
  },
)

test('so is one that cannot be reached', async () => {
  fakeNode({
    eth_chainId: () => {
      throw new TypeError('https://second.example/KEY')
    },
  })
  expect(await set('https://second.example/KEY')).toBe('no answer')
  expect(await hasSecond(8453)).toBe(false)
})

test('a network that the wallet does not have has none', async () => {
  base()
  await expect(set('https://second.example/', 2)).rejects.toMatchObject({ code: 5710 })
})

test('what else is chosen for the network stays', async () => {
  base()
  await journal.networks.put({ chainId: 8453, isHidden: true })
  await set('https://second.example/')
  expect(await journal.networks.get(8453)).toMatchObject({
    isHidden: true,
    secondUrl: 'https://second.example/',
  })
  await set(null)
  expect(await journal.networks.toArray()).toEqual([{ chainId: 8453, isHidden: true }])
})
