import { beforeEach, expect, test } from 'vitest'
import chains from '@/components/networks/knownChains.json'
import { namesakeOf, readChain, type KnownChain } from '@/components/networks/knownChain'
import { networkName, titleOf } from '@/components/text/network'
import { journal } from '@/lib/db'
import { loadNetworks } from '@/lib/network/urls'
import { dapp } from '../accounts'
import { emptyDatabase } from '../database'

const known: readonly KnownChain[] = Object.entries(chains).map(readChain)

beforeEach(emptyDatabase)

test.each([
  ['Base Mainnet', 8453],
  ['Ethereum Mainnet', 1],
  ['Mainnet', 1],
  ['Optimism', 10],
  ['Arbitrum', 42161],
  ['Polygon Mainnet', 137],
  ['BNB Chain', 56],
  ['BSC', 56],
  ['Base.', 8453],
  ['0ptimism', 10],
  ['Po1ygon', 137],
  ['Arbltrum One', 42161],
  ['Avalanche Network', 43114],
  ['GNOSIS Chain', 100],
  ['The Base Network', 8453],
  ['Official Ethereum', 1],
  ['Base L2', 8453],
  ['Arbitrum 1', 42161],
  ['Base mainnet 8453', 8453],
])('%s is the name of chain %i, whoever else calls itself so', (name, chainId) => {
  expect(namesakeOf(31338, name, known)?.chainId).toBe(chainId)
  expect(namesakeOf(chainId, name, known)).toBeUndefined()
})

test.each(['Own Net', 'Base Camp', 'Ethernet', 'My Chain'])(
  '%s is the name of no other',
  (name) => {
    expect(namesakeOf(31338, name, known)).toBeUndefined()
  },
)

const custom = {
  name: 'Own Net',
  symbol: 'OWN',
  decimals: 18,
  opStack: false,
  genesis: null,
}

test('a network that a site added is marked wherever it is named', async () => {
  await journal.networks.put({
    chainId: 777,
    urls: ['https://node.example'],
    custom: { ...custom, addedBy: dapp },
  })
  await loadNetworks()
  expect(networkName(777)).toBe(`Own Net (added by ${dapp.replace('https://', '')})`)
})

test('a row from before the site was kept gives the bare name', async () => {
  await journal.networks.put({ chainId: 777, urls: ['https://node.example'], custom })
  await loadNetworks()
  expect(networkName(777)).toBe('Own Net')
  expect(titleOf({ name: 'Base' })).toBe('Base')
})
